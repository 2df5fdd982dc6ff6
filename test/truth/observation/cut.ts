import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { inferScenario, kubeletModelOf, lookAt, type ObservedContainer } from "../../../shared/observation/index.ts";
import { parseScenario, textsOfLines } from "../../../shared/scenario/language/parse.ts";
import { simulate } from "../../../shared/simulation/index.ts";
import { restartingAllReason } from "../../../shared/simulation/status/phase.ts";
import type { RecordedPod } from "./recorded-pods.ts";

/** A container as somebody finds it who connects at a moment, and the runs of what is inferred from that one look. */
interface FoundContainer {
  readonly name: string;
  readonly line: string;
  readonly isSame: boolean;
}

/** Jitter decides how many starts there are until a moment. */
const seeds = [1, 2, 3, 4];
/** When somebody connects, as a share of the recording. */
const moments = [0.4, 0.7, 1];

/** Cuts the recording at some moments, infers from what the API shows then, and plays it until then. */
export function findAtMoments(recorded: RecordedPod): readonly FoundContainer[] {
  return moments.flatMap((share) => findAt(recorded, share));
}

function findAt(recorded: RecordedPod, share: number): readonly FoundContainer[] {
  const looks = recorded.looks.filter(({ pod }) => pod.deletionAt === undefined);
  const [first] = looks;
  const last = looks.at(-1);
  if (first === undefined || last === undefined) return [];
  const atMs = first.atMs + share * (last.atMs - first.atMs);
  const at = looks.findLast((look) => look.atMs <= atMs);
  const facts = at && kubeletModelOf(at.pod, recorded.assumptions);
  if (at === undefined || facts === undefined) return [];
  const { pod, assumptions } = facts;
  const { lines } = inferScenario(facts, lookAt(at.pod, at.events));
  const { scenario } = parseScenario(textsOfLines(lines), allContainers(pod));
  const untilMs = Math.max(1000, atMs - first.atMs);
  const played = seeds.map(
    (seed) => simulate({ pod, assumptions, scenario, seed, untilMs, recording: "entries" }).entries,
  );
  return at.pod.containers.map((container) => {
    const { name } = container;
    const mine = played.map((entries) => entries.filter((entry) => entry.container === name));
    const starts = mine.map((entries) => entries.filter(({ kind }) => kind === "container-started").length);
    const ends = mine.flat().filter(({ kind }) => kind === "container-exited");
    const started = recorded.runs.filter((run) => run.container === name && run.startedMs <= atMs).length;
    const exitCode = lastExit(container);
    const isSame =
      started >= Math.min(...starts) - 1 &&
      started <= Math.max(...starts) + 1 &&
      (exitCode === undefined || ends.some(({ data }) => data.exitCode === exitCode));
    return { name, line: lines.find((line) => line.container === name)?.text ?? "", isSame };
  });
}

/** With which exit code it ended last; undefined if nobody knows. */
function lastExit({ state, lastState }: ObservedContainer): number | undefined {
  const end = state.is === "terminated" ? state : lastState;
  return end?.reason === restartingAllReason || end?.reason === "ContainerStatusUnknown" ? undefined : end?.exitCode;
}
