import { memo } from "../../shared/basics/once.ts";
import type { Path } from "../../shared/basics/path.ts";
import { valueAt } from "../../shared/basics/values.ts";
import type { ExclusiveVolume } from "../../shared/controllers/objects/model.ts";
import type { LocatedPod, ManifestDocument } from "../manifest/text/model.ts";

/** A volume that not every pod can use, and where the pod names its claim. */
interface PlacedVolume extends ExclusiveVolume {
  /** In the document of the pod. */
  readonly path: Path;
}

/** The first such volume of a pod, by the claims of its application. */
export function exclusiveVolumeOf(located: LocatedPod, others: readonly ManifestDocument[]): PlacedVolume | undefined {
  const volumes = valueAt(located.spec, ["volumes"]);
  if (!Array.isArray(volumes)) return undefined;
  for (const [index, volume] of volumes.entries()) {
    const own = ["persistentVolumeClaim", "claimName"];
    const claim = valueAt(volume, own);
    const mode = typeof claim === "string" ? modeOf(claim, located.namespace, others) : undefined;
    if (mode !== undefined) return { claim: String(claim), mode, path: [...located.prefix, "volumes", index, ...own] };
  }
  return undefined;
}

/** Several modes are possible uses, and which one the volume has is not known. */
function modeOf(
  name: string,
  namespace: string,
  others: readonly ManifestDocument[],
): ExclusiveVolume["mode"] | undefined {
  for (const document of others) {
    const claim = claimsIn(document).find((each) => each.name === name && each.namespace === namespace);
    if (claim === undefined) continue;
    const [mode, ...more] = claim.modes;
    return more.length === 0 && (mode === "ReadWriteOnce" || mode === "ReadWriteOncePod") ? mode : undefined;
  }
  return undefined;
}

interface WrittenClaim {
  readonly name: unknown;
  readonly namespace: unknown;
  readonly modes: readonly unknown[];
}

/** The claims of a document: itself, or items of its list. */
const claimsIn = memo((document: ManifestDocument): readonly WrittenClaim[] => {
  if (!document.text.includes("PersistentVolumeClaim")) return [];
  const value = document.value();
  const items = valueAt(value, ["items"]);
  const objects: readonly unknown[] = Array.isArray(items) ? items : [value];
  return objects.flatMap((object): readonly WrittenClaim[] => {
    const modes = valueAt(object, ["spec", "accessModes"]);
    if (valueAt(object, ["kind"]) !== "PersistentVolumeClaim" || !Array.isArray(modes)) return [];
    const namespace = valueAt(object, ["metadata", "namespace"]) ?? "default";
    return [{ name: valueAt(object, ["metadata", "name"]), namespace, modes }];
  });
});
