import { formatGoDuration } from "../../shared/basics/durations.ts";
import { visible } from "../../shared/basics/plain-line.ts";
import { gateInfo, isEnabled } from "../../shared/kubernetes/gates/feature-gates.ts";
import type { Assumptions, Component, Node } from "../../shared/kubernetes/node.ts";
import { typedPullRange } from "../../shared/kubernetes/pull-range.ts";
import { newestVersion } from "../../shared/kubernetes/versions.ts";
import type { PlayParams } from "../../shared/protocol/panel/export.ts";
import { type ContainerNames, parseScenario } from "../../shared/scenario/language/parse.ts";
import { type ScenarioLine, scenarioLines } from "../../shared/scenario/language/scenario-lines.ts";
import { podName } from "./pod-name.ts";

const maximumGate = "KubeletCrashLoopBackOffMax";
const defaultUntilMs = 30 * 60_000;

type Gates = Readonly<Record<string, boolean>>;

/** An option as it is typed, and what a reader must know of it. */
interface Part {
  readonly words: readonly string[];
  readonly remarks?: readonly string[];
}

/**
 * The command that plays the same in a terminal (bash or zsh), on one line, with comments above it about what it cannot say.
 * It names only what is not so by default, and no project file, so that it means the same wherever it is typed.
 */
export function commandText(play: PlayParams, containers: readonly ContainerNames[], runs: number | undefined): string {
  const { seed, untilMs, assumptions } = play;
  const { timing, semantics, imagePull } = assumptions;
  const parts: readonly Part[] = [
    { words: ["npx pod-cadence simulate", fileWord(play.file), "--pod", quote(podName(play.written)), "--no-config"] },
    ...nodeParts(assumptions),
    { words: timing === "kubelet" ? [] : ["--timing", timing] },
    { words: semantics === "released" ? [] : ["--semantics", semantics] },
    { words: imagePull === undefined ? [] : ["--image-pull", typedPullRange(imagePull)] },
    { words: seed === 1 ? [] : ["--seed", String(seed)] },
    { words: runs === undefined ? [] : ["--runs", String(runs)] },
    { words: untilMs === defaultUntilMs ? [] : ["--until", quote(formatGoDuration(untilMs))] },
    ...scenarioParts(play, containers),
  ];
  const remarks = parts.flatMap((part) => part.remarks ?? []);
  const command = parts.flatMap(({ words }) => words).join(" ");
  return [...remarks.map((remark) => `# ${visible(remark)}`), command, ""].join("\n");
}

/** A name that begins with a dash would be an option; without one the manifest is piped in. */
function fileWord(file: string): string {
  if (file === "") return "-";
  return quote(file.startsWith("-") ? `./${file}` : file);
}

/** As a shell reads it: one word, whatever is in it. What a terminal would obey is written with its code. */
function quote(word: string): string {
  if (visible(word) !== word) return `$'${Array.from(word, codedLetter).join("")}'`;
  return /^[\w./:=,@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function codedLetter(letter: string): string {
  if (letter === "\\" || letter === "'") return `\\${letter}`;
  if (visible(letter) === letter) return letter;
  const code = (letter.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
}

const idleRemark = `Omitted the maximum back-off because the node does not enable the feature gate ${maximumGate}.`;

function nodeParts({ node, apiServer }: Assumptions): readonly Part[] {
  const isOneVersion = node.kubernetes === apiServer.kubernetes;
  const gates = setGates(isOneVersion ? apiServer : node);
  const kubelet = kubeletFile(node, differingGates(node, gates));
  const remark = `The panel uses API server ${apiServer.kubernetes}. This command uses the version of the nodes, so the API server may drop other fields.`;
  return [
    {
      words: node.kubernetes === newestVersion ? [] : ["--kubernetes", node.kubernetes],
      remarks: isOneVersion ? [] : [remark],
    },
    { words: Object.keys(gates).length === 0 ? [] : ["--feature-gates", quote(gateList(gates, "="))] },
    {
      remarks: hasIdleMaximum(node) ? [idleRemark] : [],
      words: kubelet === undefined ? [] : ["--kubelet-config", `<(printf '${kubelet}')`],
    },
  ];
}

/** Names that set all gates of a stage: with one of them a gate may be set to its default for a reason. */
const groups = ["AllAlpha", "AllBeta"];

/** What the component would refuse has no effect: gates that it does not know, and locked ones. */
function setGates({ kubernetes, featureGates }: Component): Gates {
  const hasGroup = groups.some((group) => featureGates[group] !== undefined);
  const counts = ([gate, value]: readonly [string, boolean]): boolean => {
    const info = gateInfo(gate, kubernetes);
    if (info === undefined || info.locked) return groups.includes(gate);
    return hasGroup || info.default !== value;
  };
  return Object.fromEntries(Object.entries(featureGates).filter(counts));
}

/** What only the kubelet's own configuration can say: gates that the API server has not, and those that only it has. */
function differingGates(node: Node, gates: Gates): Gates {
  const own = setGates(node);
  const missing = Object.keys(gates).filter((gate) => own[gate] === undefined);
  const defaults = missing.map((gate): [string, boolean] => [
    gate,
    node.featureGates[gate] ?? gateInfo(gate, node.kubernetes)?.default ?? false,
  ]);
  return Object.fromEntries([...Object.entries(own), ...defaults].filter(([gate, value]) => gates[gate] !== value));
}

function gateList(gates: Gates, sign: string): string {
  return Object.entries(gates)
    .map(([gate, value]) => `${gate}${sign}${value}`)
    .join(sign === "=" ? "," : ", ");
}

/** Without the gate the kubelet would not start with the field, and a run does not depend on it. */
function hasIdleMaximum(node: Node): boolean {
  return node.kubeletConfiguration.maxContainerRestartPeriodMs !== undefined && !isEnabled(node, maximumGate);
}

/** A KubeletConfiguration as a format of printf; undefined if nobody configured this kubelet. */
function kubeletFile(node: Node, gates: Gates): string | undefined {
  const { maxContainerRestartPeriodMs, syncFrequencyMs } = node.kubeletConfiguration;
  const fields = [
    ...(maxContainerRestartPeriodMs === undefined || hasIdleMaximum(node)
      ? []
      : [`crashLoopBackOff: {maxContainerRestartPeriod: ${formatGoDuration(maxContainerRestartPeriodMs)}}`]),
    ...(syncFrequencyMs === undefined ? [] : [`syncFrequency: ${formatGoDuration(syncFrequencyMs)}`]),
    ...(Object.keys(gates).length === 0 ? [] : [`featureGates: {${gateList(gates, ": ")}}`]),
  ];
  if (fields.length === 0) return undefined;
  const head = ["apiVersion: kubelet.config.k8s.io/v1beta1", "kind: KubeletConfiguration"];
  return [...head, ...fields].map((line) => `${line}\\n`).join("");
}

/** The manifest's comments are read again from the file; what the project file says is not, because none is read. */
function scenarioParts(play: PlayParams, containers: readonly ContainerNames[]): readonly Part[] {
  const { scenarioTexts, hasManifestScenario } = play;
  const told = hasManifestScenario ? scenarioTexts.filter(({ source }) => source === "project") : scenarioTexts;
  const parts = scenarioLines(told, containers).map((line) => linePart(line, containers));
  return hasManifestScenario ? parts : [{ words: ["--no-comments"] }, ...parts];
}

function linePart(line: ScenarioLine, containers: readonly ContainerNames[]): Part {
  const { problems } = parseScenario([{ ...line, source: "argument" }], containers);
  if (problems.length > 0) return { words: [], remarks: [`Omitted because it is not valid: ${inOneLine(line.text)}`] };
  const event = /^at\s+(.*)$/s.exec(line.text)?.[1];
  if (event !== undefined) return { words: ["--at", quote(event)] };
  const text = line.container === undefined ? line.text : `${line.container}: ${line.text}`;
  return { words: ["--scenario", quote(text)] };
}

/** A comment of a shell ends with its line, and what follows would be run. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}
