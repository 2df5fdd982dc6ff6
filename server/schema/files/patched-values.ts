import type { Path } from "../../../shared/basics/path.ts";
import { isFields, valueAt } from "../../../shared/basics/values.ts";
import { parseManifest } from "../../manifest/documents/parse.ts";
import { type KustomizeRole, patchesFor } from "./kustomize-role.ts";

/** Whether a patch for an object of that name may write what stands at a path of it. */
export function mayPatchValue(role: KustomizeRole | undefined, name: string, owner: unknown, path: Path): boolean {
  return patchesFor(role, name)
    .filter(({ text }) => text.includes(String(path.at(-1))))
    .some(({ target, text }) => {
      const documents = parseManifest(text, undefined, { all: true }).documents.map(({ document }) => document);
      if (documents.some(({ problems, templated }) => problems.length > 0 || templated)) return true;
      const values = documents.filter(({ empty }) => !empty).map((document) => document.value());
      const isFor = (value: unknown) => target !== undefined || valueAt(value, ["metadata", "name"]) === name;
      return values.some((value) =>
        Array.isArray(value)
          ? value.some((each) => isOperationOn(each, path))
          : isFor(value) && writes(value, owner, path),
      );
    });
}

// Models github.com/evanphx/json-patch Patch.Apply (v4.13.0): one that tests changes nothing, and `-` is behind the last item
function isOperationOn(operation: unknown, path: Path): boolean {
  const pointer = valueAt(operation, ["path"]);
  if (typeof pointer !== "string") return true;
  if (valueAt(operation, ["op"]) === "test") return false;
  const steps = pointer.split("/").slice(1);
  const unescaped = steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return unescaped.every((step, index) => index >= path.length || step === String(path[index]));
}

/** Items of these lists are merged by their names. */
const named: ReadonlySet<unknown> = new Set(["containers", "initContainers", "ephemeralContainers", "volumes", "env"]);

/** Whether a strategic merge reaches the path: what is no map, has a directive, or is a list of another kind replaces or is taken to. */
function writes(patch: unknown, own: unknown, [step, ...rest]: Path, list?: string | number): boolean {
  if (step === undefined) return true;
  const within = valueAt(own, [step]);
  if (Array.isArray(patch)) {
    const name = named.has(list) ? valueAt(within, ["name"]) : undefined;
    const isOther = (item: unknown) =>
      isFields(item) && !("$patch" in item) && name !== undefined && item["name"] !== name;
    return patch.some((item) => !isOther(item) && writes(item, within, rest));
  }
  if (!isFields(patch) || "$patch" in patch) return true;
  return Object.hasOwn(patch, step) && writes(patch[step], within, rest, step);
}
