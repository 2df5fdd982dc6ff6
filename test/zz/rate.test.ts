import { it } from "vitest";
import { readPod, assume } from "../shared/simulation/play.ts";
import { play, inIdealTime, answering } from "../../shared/forecast/experiments.ts";
it("x", () => {
  const a = assume({ timing: "kubelet" });
  for (const f of [3, 37]) {
  const { pod } = readPod(`containers: [{name: app, image: app, livenessProbe: {httpGet: {port: 80}, failureThreshold: ${f}}}]`, a);
  const container = pod.containers[0]; if (!container) throw 1;
  const t0 = performance.now();
  const t = play({ pod, assumptions: inIdealTime(a), container }, [{ ...answering, answers: [{ answer: "hangs", latencyMs: undefined, target: { kind: "probe", type: "liveness" }, afterMs: 0, forMs: undefined }] }], 2 * 3600_000);
  console.log(performance.now() - t0, t.entries.length, t.ended);
  console.log(t.entries.filter((e) => e.kind === "container-started").map((e) => `${e.run}: ${e.tMs / 1000} [${e.at.earliestMs / 1000}..${e.at.latestMs / 1000}]`).join("\n"));
  console.log(t.entries.filter(e => e.run===4).slice(0,60).map((e) => `${e.tMs} ${e.kind} ${JSON.stringify(e.data)}`).join("\n"));
  }
});
