import type { LocatedPod } from "../manifest/text/model.ts";

/** `Deployment/web`; the kind alone where a template decides the name, or none is written. */
export function podName({ kind, name }: Pick<LocatedPod, "kind" | "name">): string {
  return name === "" ? kind : `${kind}/${name}`;
}
