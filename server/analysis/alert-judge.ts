import { memoBounded } from "../../shared/basics/memo-bounded.ts";
import { memo } from "../../shared/basics/once.ts";
import type { Assumptions } from "../../shared/kubernetes/node.ts";
import { playCrashLoops } from "../../shared/prometheus/alerts/crash-loops.ts";
import type { CrashLoops } from "../../shared/prometheus/alerts/troubled-pods.ts";
import type { Manifest } from "../manifest/text/model.ts";
import type { AlertJudge } from "../prometheus/alerts/judge/main.ts";

let load: (() => Promise<AlertJudge>) | undefined;
let loading: Promise<void> | undefined;
let judge: AlertJudge | undefined;

/** Sets how the judge is loaded, once: each program has its own way to its own chunk. Without one, nothing is said of alerts. */
export function provideAlertJudge(from: () => Promise<AlertJudge>): void {
  load = from;
  loading = undefined;
  judge = undefined;
}

/** The file has alerts, and the judge is not loaded. Asked with each request, of a file that can have thousands of documents. */
export function needsAlertJudge(manifest: Manifest): boolean {
  return load !== undefined && hasAlerts(manifest);
}

const hasAlerts = memo(({ documents }: Manifest) => documents.some(({ document }) => document.hasAlerts));

/** Waits until the judge is loaded, if the file has alerts. A chunk that cannot be loaded leaves alerts without findings. */
export async function prepareAlertJudge(manifest: Manifest): Promise<void> {
  if (needsAlertJudge(manifest)) await alertJudge();
}

async function loadFrom(from: () => Promise<AlertJudge>): Promise<void> {
  try {
    judge = await from();
  } catch {
    judge = undefined;
  }
  load = undefined;
}

/** Loads the judge where it is not loaded. Undefined if it cannot be. */
export async function alertJudge(): Promise<AlertJudge | undefined> {
  if (load !== undefined) loading ??= loadFrom(load);
  await loading;
  return judge;
}

/** Undefined if it is not loaded. */
export function loadedAlertJudge(): AlertJudge | undefined {
  return judge;
}

/** Crash loops that were played, by all that they depend on. */
const playedMax = 4;
const played = memoBounded(playedMax, (_: string, assumptions: Assumptions) => playCrashLoops(assumptions));

/** Files with the same nodes share what was played. */
export function crashLoopsOn(assumptions: Assumptions): CrashLoops {
  return played(JSON.stringify(assumptions), assumptions);
}
