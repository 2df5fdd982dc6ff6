import { it } from "vitest";
import { solveKubelet } from "../../shared/forecast/solve-kubelet.ts";
it("x", () => {
  const h = { apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" };
  for (const [v, extra, n] of [["1.37", {}, 10], ["1.37", {crashLoopBackOff: {maxContainerRestartPeriod: "30s"}}, 20], ["1.37", {crashLoopBackOff: {maxContainerRestartPeriod: "30s"}}, 60],["1.34", {featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}}, 30],["1.37", {featureGates: {ReduceDefaultCrashLoopBackOffDecay: true}}, 30],["1.30", {}, 10],["1.37", {crashLoopBackOff: {maxContainerRestartPeriod: "5s"}}, 500],["1.37", {crashLoopBackOff: {maxContainerRestartPeriod: "5h"}}, 500]] as const) {
    const t = performance.now();
    const s = solveKubelet({ value: { ...h, ...extra }, kubernetes: v, featureGates: {}, semantics: "released" }, n);
    console.log(`== ${v} ${JSON.stringify(extra)} ${n} (${(performance.now() - t).toFixed(0)} ms)\n` + s.solutions.map((x) => `  ${x.where}: ${x.writes}\n     ${x.effects.join("; ")}`).join("\n") + s.reason);
  }
});
