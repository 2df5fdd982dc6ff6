import { prettyJson } from "../../exports/pretty-json.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { type CommandLine, has, optionOf, optionsOf, type Parsed } from "../arguments/command-line.ts";
import { createStyle } from "../terminal/style.ts";
import { type ExitCode, fail, note, say, wantsColor, writeResult } from "../terminal/terminal.ts";
import { observeJson } from "./observe-json.ts";
import { ObservedPods } from "./observe-pods.ts";
import { fieldSelectorOf, type ObserveRequest, readTarget } from "./observe-target.ts";
import { detailsText, rolloutLines, tableText } from "./observe-text.ts";
import { showChanges } from "./observe-watch.ts";
import { lineOf, nothingText, placeText } from "./observe-words.ts";

/** `pod-cadence observe`: 0 done, 2 there is no such cluster, pod or object, or it may not be read. With `--watch` it goes on. */
export async function observeCluster(line: CommandLine): Promise<ExitCode> {
  const target = readTarget(line.operands[0]);
  if ("problem" in target) return fail([target.problem]);
  const source = await import("../../../client/cluster/source/main.ts");
  const place = await placeOf(line, source.listContexts);
  if ("problem" in place) return fail([place.problem]);
  const asked: ObserveRequest = { ...place.value, target: target.value };
  const seen = new ObservedPods(asked);
  const silence = createSilence(settleMs);
  const connection = source.connect({
    kubeconfig: optionOf(line, "kubeconfig"),
    context: asked.context,
    namespaces: asked.namespaces,
    fieldSelector: fieldSelectorOf(asked.target),
    onChange: (change) => {
      silence.break();
      return seen.take(change, connection);
    },
    onState: (state) => seen.turn(state),
    onPluginWords: (plugin, words) => say([`${plugin}: ${words}`]),
    log: () => undefined,
  });
  const problem = await seen.ready;
  if (problem !== undefined) {
    await connection.close();
    return fail([problem]);
  }
  if (!(await silence.lets(connection.settled()))) note(line, [slowText]);
  if (has(line, "watch")) return showChanges(line, asked, seen);
  await connection.close();
  return show(line, asked, seen);
}

/** A node that is down is waited for by the API server much longer. */
const settleMs = 10_000;
const slowText = "some nodes, owners, or events could not be read within 10s; the output is incomplete";

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

async function show(line: CommandLine, asked: ObserveRequest, seen: ObservedPods): Promise<ExitCode> {
  const pods = seen.pods;
  const nothing = nothingText(asked.target, placeText(asked), seen.live.all());
  if (pods.length === 0 && asked.target.is !== "all") return fail([nothing]);
  const written = await writeResult(line, textOf(line, asked, seen));
  if (written !== 0) return written;
  note(line, [...(pods.length === 0 ? [nothing] : []), ...gapLines(pods, seen)]);
  return 0;
}

/** A table of many pods may have hundreds of reasons to assume something. */
const gapsMax = 5;

function gapLines(pods: readonly LivePod[], { missing }: ObservedPods): readonly string[] {
  const all = [...new Set([...missing, ...pods.flatMap((live) => live.assumed().notes)])].map(lineOf);
  if (all.length <= gapsMax) return all;
  return [...all.slice(0, gapsMax), `${all.length - gapsMax} more could not be read (--format json lists all of them)`];
}

function textOf(line: CommandLine, { target, context, namespaces }: ObserveRequest, seen: ObservedPods): string {
  const pods = seen.pods;
  const { nowMs } = seen;
  if (optionOf(line, "format") === "json")
    return prettyJson(
      observeJson(pods, {
        ...{ context, namespaces, atMs: nowMs, freshness: seen.live.freshness },
        ...{ missing: seen.missing, rollouts: seen.rollouts },
      }),
    );
  if (pods.length === 0) return "";
  const style = createStyle(wantsColor(line));
  const lines =
    target.is === "pod"
      ? pods.flatMap((live) => detailsText(live, nowMs, style))
      : [
          ...rolloutLines(seen.rollouts, nowMs),
          ...tableText(pods, { nowMs, style, hasNamespaces: namespaces.length !== 1 }),
        ];
  return lines.map((each) => `${each}\n`).join("");
}
