import { formatPath } from "../../../shared/basics/path.ts";
import { namedPath } from "../../exports/field-path.ts";
import type { Diagnostic } from "../../exports/schemas/check.ts";
import type { ManifestDocument } from "../../manifest/text/model.ts";
import type { Finding } from "../../rules/core/model.ts";
import { hashOf } from "../reports/hash.ts";
import type { Reported } from "../reports/model.ts";

/** A finding that is to be reported, with its document; undefined means the file as a whole. */
export interface FoundIn {
  readonly finding: Finding;
  readonly document: ManifestDocument | undefined;
  readonly diagnostic: Diagnostic;
  readonly suppressed: boolean;
}

/** The findings of one file with their fingerprints. */
export function reportedOf(found: readonly FoundIn[]): readonly Reported[] {
  const counts = new Map<string, number>();
  return found.map(({ finding, document, diagnostic, suppressed }) => {
    const place = JSON.stringify(placeOf(finding, document));
    const count = counts.get(place) ?? 0;
    counts.set(place, count + 1);
    const { rule, severity, message, fieldPath, range, docs } = diagnostic;
    const fingerprint = hashOf(`${place} ${count}`);
    return { rule, severity, message, fieldPath, range, docs, fingerprint, suppressed };
  });
}

/** The rule, the object and the field: what people mean by "the same problem". */
function placeOf({ rule, path, item }: Finding, document: ManifestDocument | undefined): readonly unknown[] {
  const root = document?.value();
  const value = item === undefined ? root : fieldOf(fieldOf(root, "items"), item);
  const metadata = fieldOf(value, "metadata");
  const inObject = item === undefined ? path : path.slice(2);
  const object = [fieldOf(value, "kind"), fieldOf(metadata, "namespace"), fieldOf(metadata, "name")];
  return [
    rule,
    ...object.map((each) => (typeof each === "string" ? each : "")),
    formatPath(namedPath(inObject, value)),
  ];
}

function fieldOf(value: unknown, key: string | number): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
