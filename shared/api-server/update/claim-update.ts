import { atLeast } from "../../kubernetes/versions.ts";
import { type Fields, fieldsAt, has, isFields, textAt } from "../types/fields.ts";
import { compareQuantities, quantityOf } from "../types/quantity.ts";
import { forbidden, invalid, type Report } from "../types/report.ts";
import { forbidDifference, refuseDifference, storedAt, type Update } from "./immutable.ts";

const storage = ["spec", "resources", "requests", "storage"];
const classAnnotation = "volume.beta.kubernetes.io/storage-class";

/** A claim counts as bound, with the capacity that it asked for. */
// Models pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimUpdate (v1.37.1)
export function validateClaimUpdate(report: Report, update: Update): void {
  const { kind, before, after } = update;
  const [was, is] = [before, after].map((object) => specOf(kind, object));
  if (was === undefined || is === undefined) return;
  validateClassAnnotation(report, before, after);
  const detail = `spec is immutable after creation except resources.requests${hasAttributesClass(report) ? " and volumeAttributesClassName" : ""} for bound claims`;
  forbidDifference(report, [was, withBoundFieldsOf(was, is)], ["spec"], detail);
  const [size, wanted] = [before, after].map((object) => quantityOf(requestsOf(object)["storage"]));
  if (size !== undefined && wanted !== undefined && compareQuantities(wanted, size) < 0) {
    const canRecover = atLeast(report.apiServer.kubernetes, "1.32");
    forbidden(report, storage, `field can not be less than ${canRecover ? "status.capacity" : "previous value"}`);
  }
  refuseDifference(report, [was["volumeMode"], is["volumeMode"]], ["volumeMode"]);
}

function hasAttributesClass({ apiServer }: Report): boolean {
  return atLeast(apiServer.kubernetes, "1.29");
}

/** A data source is written in one of two fields, and kept in both. */
function specOf(kind: string, object: Fields): Fields {
  const spec = storedAt(kind, object, ["spec"]);
  if (!isFields(spec)) return {};
  const source = spec["dataSourceRef"] ?? spec["dataSource"];
  return source === undefined ? spec : { ...spec, dataSource: source, dataSourceRef: source };
}

/** A class can be named where none was, and a volume once. */
function withBoundFieldsOf(was: Fields, is: Fields): Fields {
  const { volumeAttributesClassName: _, ...rest } = is;
  const attributes = "volumeAttributesClassName";
  const result: Fields = has(was, attributes) ? { ...rest, [attributes]: was[attributes] } : rest;
  const resources = fieldsAt(is, "resources");
  const requests = fieldsAt(resources, "requests");
  const size = fieldsAt(fieldsAt(was, "resources"), "requests")?.["storage"];
  if (requests !== undefined && size !== undefined)
    result["resources"] = { ...resources, requests: { ...requests, storage: size } };
  for (const field of ["volumeName", "storageClassName"]) if (!has(was, field)) delete result[field];
  return result;
}

function requestsOf(object: Fields): Fields {
  return fieldsAt(fieldsAt(fieldsAt(object, "spec"), "resources"), "requests") ?? {};
}

function validateClassAnnotation(report: Report, before: Fields, after: Fields): void {
  const [was, is] = [before, after].map((object) =>
    textAt(fieldsAt(fieldsAt(object, "metadata"), "annotations"), classAnnotation),
  );
  if (was !== is) invalid(report, ["metadata", "annotations", classAnnotation], is, "field is immutable");
}
