import { describe, expect, it } from "vitest";
import { play } from "./play.ts";

interface Deleted {
  readonly does: string;
  readonly preStop?: string;
  /** In seconds since the deletion, as in the table of the specification. */
  readonly sigterm: number;
  readonly gone: number;
  readonly code: number;
}

const sleep = "{sleep: {seconds: 10}}";
const hook = "{exec: {command: [hook]}}";
const rows: readonly Deleted[] = [
  { does: "stops in 3s with 0", sigterm: 0, gone: 3, code: 0 },
  { does: "stops in 3s", sigterm: 0, gone: 3, code: 143 },
  { does: "ignores SIGTERM", sigterm: 0, gone: 30, code: 137 },
  { does: "ignores SIGTERM", preStop: sleep, sigterm: 10, gone: 30, code: 137 },
  { does: "ignores SIGTERM, answers preStop in 60s", preStop: hook, sigterm: 30, gone: 32, code: 137 },
  { does: "runs", preStop: sleep, sigterm: 10, gone: 10, code: 143 },
];
const deletion = 100;

describe("S23: a pod is deleted with 30 s of grace", () => {
  it.each(rows)("$does, preStop $preStop: SIGTERM at $sigterm, gone at $gone with $code", (row) => {
    expect(deleted([row]).get("c0")).toEqual([row.sigterm, row.gone, row.code]);
  });

  it("ends its containers side by side", () => {
    const all = deleted(rows);
    expect(rows.map((_, index) => all.get(`c${index}`))).toEqual(
      rows.map(({ sigterm, gone, code }) => [sigterm, gone, code]),
    );
  });

  it.each([
    { regular: 0, sigterm: 3 },
    { regular: 2, sigterm: 30 },
    { regular: 3, sigterm: 30 },
    { regular: 5, sigterm: 10 },
  ])("ends a sidecar at $sigterm: when the last regular one is gone, or at 30", ({ regular, sigterm }) => {
    const row = rows[regular];
    if (row === undefined) throw new Error("no such row");
    expect(deleted([row], "ignores SIGTERM").get("side")).toEqual([sigterm, sigterm === 30 ? 32 : 30, 137]);
  });

  it("starts the hook of a sidecar at once", () => {
    const first = rows[2];
    if (first === undefined) throw new Error("no such row");
    const text = manifest([first], "runs").replace("- name: side", `- name: side\n  lifecycle: {preStop: ${sleep}}`);
    const { timeline } = play(text, { until: 200 });
    const done = timeline.entries.find((entry) => entry.kind === "pre-stop-done" && entry.container === "side");
    expect((done?.tMs ?? 0) / 1000 - deletion).toBe(10);
  });

  // Where the grace period is 0 the object is gone at once, and the kubelet still gives the hook 1 s. SIGTERM has 2 s in any case.
  it.each([
    { grace: "0", deletion: "pod is deleted", gone: 3 },
    { grace: "30", deletion: "pod is deleted with grace 0s", gone: 3 },
    { grace: "30", deletion: "pod is deleted with grace 1s", gone: 3 },
  ])("$deletion, terminationGracePeriodSeconds $grace: gone at $gone", ({ grace, deletion: words, gone }) => {
    const text = manifest([{ does: "ignores SIGTERM", preStop: sleep, sigterm: 0, gone: 0, code: 0 }], undefined)
      .replace("pod is deleted", words)
      .replace("terminationGracePeriodSeconds: 30", `terminationGracePeriodSeconds: ${grace}`);
    const exit = play(text, { until: 200 }).timeline.entries.find((entry) => entry.kind === "container-exited");
    expect((exit?.tMs ?? 0) / 1000 - deletion).toBe(gone);
  });
});

describe("nothing is told of an object that is gone", () => {
  it.each([
    {
      deletion: "pod is deleted with grace 0s",
      told: ["pod-deleted", "pod-removed"],
      gone: deletion,
      statuses: [deletion],
    },
    {
      deletion: "pod is deleted with grace 1s",
      told: [
        "pod-deleted",
        "phase-changed",
        "condition-changed PodReadyToStartContainers",
        "condition-changed Ready",
        "condition-changed ContainersReady",
        "pod-removed",
      ],
      gone: 102,
      statuses: [deletion, 102],
    },
  ])("$deletion", ({ deletion: words, told, gone, statuses }) => {
    const text = manifest([{ does: "ignores SIGTERM", sigterm: 0, gone: 0, code: 0 }], undefined)
      .replace("pod is deleted", words)
      .replace("containers:", "# cadence: at 110s pod is deleted\ncontainers:");
    const { entries, statuses: shown, counts } = play(text, { until: 200 }).timeline;
    const later = entries.filter(({ kind, tMs }) => tMs >= deletion * 1000 && /^(?:pod|phase|condition)/.test(kind));
    expect(later.map(({ kind, data }) => `${kind} ${data.condition ?? ""}`.trim())).toEqual(told);
    expect(entries.findLast(({ kind }) => kind === "pod-removed")?.at).toMatchObject({
      earliestMs: gone * 1000,
      latestMs: gone * 1000,
    });
    expect(shown.map(({ tMs }) => tMs / 1000).filter((second) => second >= deletion)).toEqual(statuses);
    expect(entries.some(({ kind }) => kind === "container-exited")).toBe(true);
    expect(counts.readyMs).toBe(gone * 1000);
  });
});

/** Container → when it got SIGTERM, when it was gone, and its code. */
function deleted(containers: readonly Deleted[], sidecar?: string): ReadonlyMap<string, readonly number[]> {
  const { timeline } = play(manifest(containers, sidecar), { until: 200 });
  const found = new Map<string, readonly number[]>();
  for (const { kind, container = "", tMs, data } of timeline.entries) {
    const second = tMs / 1000 - deletion;
    if (kind === "container-stopping") found.set(container, [second]);
    if (kind === "container-exited")
      found.set(container, [...(found.get(container) ?? []), second, data.exitCode ?? -1]);
  }
  return found;
}

function manifest(containers: readonly Deleted[], sidecar: string | undefined): string {
  const cadence = containers.map(({ does }, index) => `# cadence: c${index}: ${does}\n`).join("");
  const list = containers.map(
    ({ preStop }, index) =>
      `- name: c${index}\n  image: c${index}\n${preStop === undefined ? "" : `  lifecycle: {preStop: ${preStop}}\n`}`,
  );
  const side =
    sidecar === undefined
      ? ""
      : `# cadence: side: ${sidecar}\ninitContainers:\n- name: side\n  image: side\n  restartPolicy: Always\n`;
  return `# cadence: at ${deletion}s pod is deleted\n${cadence}${side}terminationGracePeriodSeconds: 30\ncontainers:\n${list.join("")}`;
}
