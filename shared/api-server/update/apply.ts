import { isDeepEqual } from "../../basics/values.ts";
import { type Fields, isFields } from "../types/fields.ts";
import { mergeAmbiguous, type Sides } from "./ambiguous-list.ts";

/** Lists that kubectl merges item by item, with the field that says which items are the same. It replaces other lists as a whole. */
// Models staging/src/k8s.io/api/core/v1/types.go, the tags patchStrategy and patchMergeKey (v1.37.1)
const mergeKeys: Readonly<Record<string, string>> = {
  containers: "name",
  initContainers: "name",
  ephemeralContainers: "name",
  env: "name",
  ports: "containerPort",
  volumeMounts: "mountPath",
  volumeDevices: "devicePath",
  volumes: "name",
  imagePullSecrets: "name",
  hostAliases: "ip",
  resourceClaims: "name",
  topologySpreadConstraints: "topologyKey",
  schedulingGates: "name",
};

/** What loses the fields that the new text does not have, also those that the server filled in. */
const keepsWrittenOnly: ReadonlySet<string> = new Set(["strategy", "volumes"]);

/**
 * The object as it is sent after `kubectl apply` of another text: fields that one of the texts has follow the new one, and what
 * the server filled in besides stays. Helm and the other tools that merge three ways come to the same.
 */
// Models staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/patch.go CreateThreeWayMergePatch (v1.37.1)
export function appliedObject(live: Fields, base: Fields, head: Fields): Fields {
  return merge({ live, base, head }, "");
}

function merge({ live, base, head }: Sides<Fields>, field: string): Fields {
  const isChanged = !isDeepEqual(base, head);
  const result: Fields = keepsWrittenOnly.has(field) && isChanged ? {} : { ...live };
  for (const name of Object.keys(base)) if ((head[name] ?? undefined) === undefined) delete result[name];
  for (const [name, value] of Object.entries(head)) {
    if (value === null || value === undefined) delete result[name];
    else result[name] = mergeValue({ live: live[name], base: base[name], head: value }, name);
  }
  return result;
}

function mergeValue({ live, base, head }: Sides<unknown>, field: string): unknown {
  if (isFields(head) && isFields(live)) return merge({ live, base: isFields(base) ? base : {}, head }, field);
  if (Array.isArray(head) && Array.isArray(live))
    return mergeList({ live, base: Array.isArray(base) ? base : [], head }, field);
  return head;
}

function mergeList({ live, base, head }: Sides<readonly unknown[]>, field: string): readonly unknown[] {
  const key = mergeKeys[field];
  if (key === undefined) return head;
  const [liveByKey, baseByKey, headByKey] = [live, base, head].map((items) => itemsByKey(items, key));
  // Ports often have one number and two protocols.
  if (liveByKey === undefined || baseByKey === undefined || headByKey === undefined)
    return mergeAmbiguous({ live, base, head }, key);
  const merged = [...headByKey].map(([name, item]) =>
    merge({ live: liveByKey.get(name) ?? {}, base: baseByKey.get(name) ?? {}, head: item }, field),
  );
  const kept = [...liveByKey].filter(([name]) => !baseByKey.has(name) && !headByKey.has(name));
  return [...merged, ...kept.map(([, item]) => item)];
}

/** Undefined where the key does not say which item is which. */
function itemsByKey(items: readonly unknown[], key: string): ReadonlyMap<unknown, Fields> | undefined {
  const found = new Map<unknown, Fields>();
  for (const item of items) {
    if (!isFields(item) || item[key] === undefined || found.has(item[key])) return undefined;
    found.set(item[key], item);
  }
  return found;
}
