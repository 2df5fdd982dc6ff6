import type { Connection } from "../../../client/cluster/source/main.ts";
import type { ClusterChange } from "../../../shared/protocol/cluster.ts";
import { type CommandLine, has, optionOf, optionsOf, type Parsed } from "../arguments/command-line.ts";
import { note } from "../terminal/terminal.ts";
import { ObservedPods } from "./observe-pods.ts";
import { type ObserveRequest, readTarget } from "./observe-target.ts";
import { lineOf } from "./observe-words.ts";

/** A cluster whose pods are there. */
interface Connected {
  readonly asked: ObserveRequest;
  readonly seen: ObservedPods;
  /** Whether all that belongs to the pods was read in time. */
  settles(): Promise<boolean>;
  close(): Promise<void>;
}

/** Connects to the cluster that the options name. `onChange`: each change, after it was taken. */
export async function connectCluster(
  line: CommandLine,
  onChange: (change: ClusterChange, seen: ObservedPods) => void = () => undefined,
): Promise<Parsed<Connected>> {
  const target = readTarget(line.operands[0]);
  if ("problem" in target) return target;
  const source = await import("../../../client/cluster/source/main.ts");
  const place = await placeOf(line, source.listContexts);
  if ("problem" in place) return place;
  const asked: ObserveRequest = { ...place.value, target: target.value };
  const seen = new ObservedPods(asked);
  const silence = createSilence(settleMs);
  let said = "";
  const sayOnce = (reason: string): void => {
    if (reason !== said) note(line, [lineOf(reason)]);
    said = reason;
  };
  const connection: Connection = source.connect({
    kubeconfig: optionOf(line, "kubeconfig"),
    context: asked.context,
    namespaces: asked.namespaces,
    podName: asked.target.is === "pod" ? asked.target.name : undefined,
    onChange: (change) => {
      silence.break();
      seen.take(change, connection);
      onChange(change, seen);
    },
    onState: (state) => {
      if (state.is === "connecting" && state.reason !== undefined) sayOnce(state.reason);
      seen.turn(state);
    },
    onPluginWords: (plugin, words) => seen.onPluginWords(`${plugin}: ${words}`),
    log: () => undefined,
  });
  const problem = await seen.ready;
  if (problem !== undefined) {
    await connection.close();
    return { problem };
  }
  const settles = () => silence.lets(connection.settled());
  return { value: { asked, seen, settles, close: async () => void (await connection.close()) } };
}

/** How long a read may report nothing before its answer is left out: for a node that is down, the API server waits much longer. */
const settleMs = 10_000;
export const slowText = "some nodes, owners, or events could not be read within 10s; the output is incomplete";

interface Silence {
  /** Something was heard. */
  break(): void;
  /** Whether the promise is done before nothing was heard for too long. */
  lets(promise: Promise<void>): Promise<boolean>;
}

function createSilence(limitMs: number): Silence {
  let timer: NodeJS.Timeout | undefined;
  return {
    break: () => void timer?.refresh(),
    async lets(promise) {
      let total: NodeJS.Timeout | undefined;
      const limit = new Promise<boolean>((resolve) => {
        timer = setTimeout(() => resolve(false), limitMs);
        // In a cluster where something changes all the time nothing is ever silent.
        total = setTimeout(() => resolve(true), 2 * limitMs);
      });
      const isInTime = await Promise.race([promise.then(() => true), limit]);
      clearTimeout(timer);
      clearTimeout(total);
      timer = undefined;
      return isInTime;
    },
  };
}

type ListContexts = typeof import("../../../client/cluster/source/main.ts")["listContexts"];

/** The context and the namespaces; contacts nothing. */
async function placeOf(
  line: CommandLine,
  listContexts: ListContexts,
): Promise<Parsed<Pick<ObserveRequest, "context" | "namespaces">>> {
  const named = optionsOf(line, "namespace")
    .flatMap((names) => names.split(","))
    .filter((name) => name !== "");
  const isEverywhere = has(line, "all-namespaces");
  if (isEverywhere && named.length > 0) return { problem: "--all-namespaces and --namespace cannot be combined" };
  if (has(line, "watch") && optionOf(line, "output") !== undefined)
    return { problem: "--watch writes to stdout and cannot be combined with --output; redirect stdout instead" };
  const { contexts, current, problem } = await listContexts({ kubeconfig: optionOf(line, "kubeconfig") });
  const context = optionOf(line, "context") ?? current;
  const found = contexts.find(({ name }) => name === context);
  if (context === undefined || found === undefined) {
    if (problem !== undefined) return { problem: lineOf(problem) };
    const names = contexts.map(({ name }) => name).join(", ");
    const what =
      context === undefined
        ? "the kubeconfig has no current context"
        : `context ${context} not found in the kubeconfig`;
    return {
      problem: names === "" ? `${what}, which has no contexts` : `${what}: choose one with --context: ${names}`,
    };
  }
  const namespaces = isEverywhere ? [] : named.length > 0 ? named : [found.namespace ?? "default"];
  return { value: { context, namespaces } };
}
