import type { Path } from "../../basics/path.ts";
import { type Fields, textAt } from "../types/fields.ts";
import { type Quantity, quantityOf, quantityText, signOf } from "../types/quantity.ts";
import { invalid, invalidNames, notSupported, type Report, required } from "../types/report.ts";
import { qualifiedNameProblems } from "./names.ts";

/** The fields of its own pod that a volume can hold. */
export const volumeFieldPaths = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];

/** The fields that an environment variable can hold. */
export const variableFieldPaths = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

const convertible = [
  ...variableFieldPaths,
  ...volumeFieldPaths,
  "spec.restartPolicy",
  "spec.schedulerName",
  "status.phase",
];

const resources = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];
const hugePages = ["limits.hugepages-", "requests.hugepages-"];

/** `at` is the place, where the server names another one. */
// Models pkg/apis/core/validation/validation.go validateObjectFieldSelector (v1.37.1)
export function validateFieldRef(
  report: Report,
  reference: Fields,
  path: Path,
  allowed: readonly string[],
  at = path,
): void {
  const placed = { at: [...at, "fieldPath"] };
  const written = textAt(reference, "fieldPath");
  if (written === "") {
    required(report, [...path, "fieldPath"], "", placed);
    return;
  }
  const version = textAt(reference, "apiVersion");
  const problem =
    version === "v1" || version === "" ? conversionProblem(written) : `unsupported pod version: ${version}`;
  if (problem !== undefined) {
    invalid(report, [...path, "fieldPath"], written, `error converting fieldPath: ${problem}`, placed);
    return;
  }
  const fieldPath = written === "spec.host" ? "spec.nodeName" : written;
  const subscript = subscriptOf(fieldPath);
  if (subscript !== undefined) {
    const { map, key } = subscript;
    const name = map === "metadata.annotations" ? key.toLowerCase() : key;
    invalidNames(report, path, name, qualifiedNameProblems(name, report.apiServer.kubernetes), placed);
  } else if (!allowed.includes(fieldPath)) notSupported(report, [...path, "fieldPath"], fieldPath, allowed, placed);
}

/** Of `metadata.labels['app']`. */
// Models pkg/fieldpath/fieldpath.go SplitMaybeSubscriptedPath (v1.37.1)
function subscriptOf(text: string): { readonly map: string; readonly key: string } | undefined {
  const start = text.indexOf("['");
  if (start < 1 || !text.endsWith("']") || text.length < start + 4) return undefined;
  return { map: text.slice(0, start), key: text.slice(start + 2, -2) };
}

// Models pkg/apis/core/pods/helpers.go ConvertDownwardAPIFieldLabel (v1.37.1)
function conversionProblem(label: string): string | undefined {
  const map = subscriptOf(label)?.map;
  if (map !== undefined)
    return map === "metadata.annotations" || map === "metadata.labels"
      ? undefined
      : `field label does not support subscript: ${label}`;
  return label === "spec.host" || convertible.includes(label) ? undefined : `field label not supported: ${label}`;
}

// Models pkg/apis/core/validation/validation.go validateContainerResourceFieldSelector (v1.37.1)
export function validateResourceRef(
  report: Report,
  reference: Fields,
  path: Path,
  isOfVolume: boolean,
  at = path,
): void {
  const resource = textAt(reference, "resource");
  const isHugePage = hugePages.some((prefix) => resource.startsWith(prefix));
  if (isOfVolume && textAt(reference, "containerName") === "") required(report, [...path, "containerName"], "", { at });
  else if (resource === "") required(report, [...path, "resource"], "", { at });
  else if (!resources.includes(resource) && !isHugePage)
    notSupported(report, [...path, "resource"], resource, resources, { at: [...at, "resource"] });
  validateDivisor(report, resource, quantityOf(reference["divisor"]), [...path, "divisor"], [...at, "divisor"]);
}

const sizes = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

function validateDivisor(report: Report, resource: string, divisor: Quantity, path: Path, at: Path): void {
  if (signOf(divisor) === 0) return;
  const text = quantityText(divisor);
  const [, what = ""] = /^(?:limits|requests)\.(cpu|memory|ephemeral-storage|hugepages-)/.exec(resource) ?? [];
  const isExact = what === "hugepages-" || /^(?:limits|requests)\.(?:cpu|memory|ephemeral-storage)$/.test(resource);
  if (what === "" || !isExact) return;
  if (what === "cpu") {
    if (text !== "1" && text !== "1m")
      invalid(report, path, resource, "only divisor's values 1m and 1 are supported with the cpu resource", { at });
    return;
  }
  const named = { memory: "memory", "ephemeral-storage": "local ephemeral storage", "hugepages-": "hugepages" }[what];
  if (!sizes.includes(text))
    invalid(
      report,
      path,
      resource,
      `only divisor's values ${sizes.join(", ")} are supported with the ${named} resource`,
      {
        at,
      },
    );
}
