import { formatDuration } from "../../basics/durations.ts";
import { plainLine } from "../../basics/plain-line.ts";
import type { Container } from "../../kubernetes/pod.ts";
import type { KubeletModel } from "../objects/kubelet-model.ts";
import { specOf } from "../objects/kubelet-model.ts";
import type { ObservedContainer } from "../objects/pod-object.ts";
import type { PodSnapshot } from "../objects/pod-snapshot.ts";
import { inNamespace } from "./commands.ts";
import type { LastEnd } from "./ends.ts";

interface Ended {
  readonly model: KubeletModel;
  readonly look: PodSnapshot;
  readonly container: ObservedContainer;
}

/** What would help a container that ended this way. */
export function endFix({ model, look, container }: Ended, { kind, run }: LastEnd): string | undefined {
  const spec = specOf(model, container.name);
  switch (kind) {
    case "liveness":
      return spec && livenessFix(spec);
    case "startup":
      return "a higher failureThreshold of the startup probe, or a program that starts faster";
    case "oom":
      return memoryFix(look, container.name);
    case "hook":
      return "the postStart hook: it has to return, and with exit code 0";
    case "completion":
      return spec?.kind === "init" ? undefined : completionFix(spec);
    case "crash":
      return crashFix({ look, container, spec }, run.end?.exitCode ?? 1);
    case "start":
      return "the command of the container: the runtime can't start it";
    case "reset":
    case "stop":
    case "lost":
      return undefined;
  }
}

function livenessFix({ probes: { liveness, startup } }: Container): string {
  if (liveness === undefined) return "the liveness probe";
  const hangsFor = formatDuration(1000 * liveness.periodSeconds * liveness.failureThreshold);
  const start = startup === undefined ? "a startup probe if it starts too slowly; " : "";
  return `${start}see why it fails the liveness probe for ${hangsFor}`;
}

function memoryFix({ pod: { spec } }: PodSnapshot, name: string): string {
  const limit = memoryLimit(spec, name);
  return limit === undefined
    ? "less memory for the program, or more for the node"
    : `a memory limit above ${plainLine(limit)}, or less memory for the program`;
}

function memoryLimit(spec: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const containers = [spec["initContainers"], spec["containers"]].flatMap(entriesOf);
  const own = containers.find((each) => fieldOf(each, "name") === name);
  const memory = fieldOf(fieldOf(fieldOf(own, "resources"), "limits"), "memory");
  return typeof memory === "string" || typeof memory === "number" ? `${memory}` : undefined;
}

function entriesOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

function completionFix(spec: Container | undefined): string {
  const kind = spec?.kind === "sidecar" ? "a sidecar" : "restartPolicy Always";
  return `a command that keeps running: with ${kind}, exit code 0 restarts the container`;
}

interface Crashed {
  readonly look: PodSnapshot;
  readonly container: ObservedContainer;
  readonly spec: Container | undefined;
}

function crashFix({ look: { pod }, container: { name }, spec }: Crashed, exitCode: number): string {
  const meaning = exitCode === 137 ? killedFix(spec) : codes[exitCode];
  const where = inNamespace(pod.namespace);
  const which = pod.containers.length === 1 ? "" : ` -c ${plainLine(name)}`;
  const log = `kubectl logs${where} ${plainLine(pod.name)}${which} --previous`;
  return meaning === undefined ? `the log says why: ${log}` : `${meaning}; ${log}`;
}

/** The kubelet and the runtime report an OOM kill of the container's first process only. */
function killedFix(spec: Container | undefined): string {
  const hook = spec?.postStart === undefined ? "" : "its postStart hook if that fails, ";
  return `see what sent SIGKILL: ${hook}an OOM kill in the kernel's log of the node, or the events of the pod`;
}

/** What shells and the kernel mean with them. */
const codes: Readonly<Record<number, string>> = {
  126: "the command can't be executed: its mode or format",
  127: "the command is not found: its path, or the image",
  134: "the program aborts itself",
  139: "the program accesses memory that it must not",
};

interface Failed {
  readonly reason: string;
  readonly message: string | undefined;
  readonly image: string;
}

/** What would help a container that can't be created; it is tried again by itself. */
export function configFix({ reason, message = "", image }: Failed, every: string): string {
  return `${missingFix(reason, message.slice(0, 1000), image)}; the pod recovers by itself within ${every}`;
}

function missingFix(reason: string, message: string, image: string): string {
  if (reason === "InvalidImageName") return `image name ${plainLine(image)}`;
  if (reason === "ErrImageNeverPull") return "imagePullPolicy, or the image on the node";
  const key = /couldn't find key (\S+) in (Secret|ConfigMap) (\S+)/.exec(message);
  if (key !== null) return `add key ${plainLine(key[1] ?? "")} to ${key[2]} ${plainLine(key[3] ?? "")}`;
  const missing = /(secret|configmap) "([^"]+)" not found/i.exec(message);
  if (missing !== null) {
    const kind = missing[1]?.toLowerCase() === "secret" ? "Secret" : "ConfigMap";
    return `create ${kind} ${plainLine(missing[2] ?? "")}`;
  }
  if (/runAsNonRoot/.test(message)) return "runAsUser other than 0, or an image with another user";
  return "what the message names";
}
