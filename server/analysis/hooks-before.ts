import { memo } from "../../shared/basics/once.ts";
import type { HookBefore } from "../../shared/controllers/pods/play-workload.ts";
import type { JobHook } from "../../shared/forecast/pod/job-waiter-words.ts";
import type { LocatedPod, ManifestDocument } from "../manifest/text/model.ts";
import type { ResolvedSettings } from "../schema/model.ts";
import { analyzeDocument } from "./analysis.ts";
import { hookOf } from "./waited-job.ts";

/** Each takes the runs of an answer. */
const hooksMax = 5;
/** Of an application: each of its workloads looks through them. */
const hooksKept = 100;

/** The Jobs of an application that run as hooks before one of its workloads is installed or changed. */
export function hooksBefore(
  { namespace }: LocatedPod,
  others: readonly ManifestDocument[],
  settings: ResolvedSettings,
): readonly HookBefore[] {
  return hooksIn(others)
    .filter(({ located }) => located.namespace === namespace)
    .slice(0, hooksMax)
    .map(({ located, hook, document }) => ({
      name: `${located.kind}/${located.name}`,
      helm: hook.helm,
      isPreSync: hook.argo.includes("PreSync"),
      end: endOfJob(document, located, settings),
    }));
}

/** Of two objects of one name, the first one counts: files beside it come last. */
const hooksIn = memo((others: readonly ManifestDocument[]): readonly PlacedHook[] => {
  const found = new Map<string, PlacedHook>();
  for (const document of others)
    for (const job of hookJobs(document)) {
      if (found.size >= hooksKept) return [...found.values()];
      const key = JSON.stringify([job.located.namespace, job.located.name]);
      if (!found.has(key)) found.set(key, { ...job, document });
    }
  return [...found.values()];
});

interface PlacedHook extends HookJob {
  readonly document: ManifestDocument;
}

interface HookJob {
  readonly located: LocatedPod;
  readonly hook: JobHook;
}

const hookJobs = memo((document: ManifestDocument): readonly HookJob[] =>
  document.pods.flatMap((located) => {
    const hook = located.kind === "Job" && !located.partial ? hookOf(located) : undefined;
    const isBefore = [...(hook?.helm ?? []), ...(hook?.argo ?? [])].some((each) => /^pre-|^PreSync$/.test(each));
    return hook !== undefined && isBefore ? [{ located, hook }] : [];
  }),
);

/** Where nobody says what its pods do, nobody knows how long it takes. */
export function endOfJob(
  document: ManifestDocument,
  located: LocatedPod,
  settings: ResolvedSettings,
): HookBefore["end"] {
  const pod = analyzeDocument(document, settings).pods.find((each) => each.located === located);
  const { end, job } = pod?.forecast()?.answer ?? {};
  if (end === undefined || job === undefined || (end.how !== "Succeeded" && end.how !== "Failed")) return undefined;
  const { min, p50, max } = end.atMs;
  return { how: end.how, span: { nominalMs: p50, earliestMs: min, latestMs: max } };
}
