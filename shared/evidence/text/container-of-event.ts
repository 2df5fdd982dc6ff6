/** A container of a pod, as far as its events can be told from those of others. */
export interface NamedContainer {
  readonly name: string;
  readonly image: string | undefined;
  /** `Liveness`, `Readiness`, `Startup`. */
  readonly probes: readonly string[];
}

/** Messages in which the kubelet names a container. Before 1.35 kubectl does not print what an event is about. */
const named = [
  /^(?:Container|Init container) (\S+) failed (?:liveness|startup) probe/,
  /^Stopping container (\S+)$/,
  /^(?:Created|Started) container:? (\S+)$/,
  /^Back-off restarting failed container (\S+) in pod /,
];

/**
 * The container that an event is about: by its field path, else by its message, else where only one of the pod's can be meant. Undefined
 * if nobody can tell.
 */
export function containerOfEvent(
  { fieldPath, message }: { readonly fieldPath: string | undefined; readonly message: string },
  containers: readonly NamedContainer[],
): string | undefined {
  const path = /\{([^{}]+)\}$/.exec(fieldPath ?? "")?.[1];
  if (path !== undefined) return path;
  const name = namedContainer(message);
  if (name !== undefined && containers.some((each) => each.name === name)) return name;
  const probe = /^(Liveness|Readiness|Startup) probe /.exec(message)?.[1];
  const image = /image "([^"]{1,1024})"/.exec(message)?.[1];
  const possible = containers.filter(
    (each) => (probe === undefined || each.probes.includes(probe)) && (image === undefined || each.image === image),
  );
  return possible.length === 1 && isOfContainer(message) ? possible[0]?.name : undefined;
}

/** As the kubelet names it in a message of its own. */
export function namedContainer(message: string): string | undefined {
  return named.map((pattern) => pattern.exec(message)?.[1]).find((found) => found !== undefined);
}

const ofContainers =
  /^(?:\(combined from similar events\): )?(?:Liveness|Readiness|Startup) probe |\bimage "|^Container (?:created|started)$|^Back-off restarting|^Error: |PostStartHook|PreStopHook|^Failed to pull image/;

/** Not about the pod as a whole, as what its scheduler or its sandbox says. */
export function isOfContainer(message: string): boolean {
  return ofContainers.test(message);
}
