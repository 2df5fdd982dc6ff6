import { it } from "vitest";
import { parseDocument } from "yaml";
import { solve } from "../../shared/forecast/solve.ts";
import { readPod, assume } from "../shared/simulation/play.ts";
function run(text: string, kind: "start"|"hang"|"unready"|"restarts", amount: number, pk = "Deployment") {
  const a = assume({ timing: "kubelet" });
  const { scenario } = readPod(text, a);
  const spec: unknown = parseDocument(text, { version: "1.1" }).toJS();
  const t = performance.now();
  const s = solve({ written: { kind: pk, name: "x", namespace: "default", spec }, assumptions: a, scenario, path: ["containers", 0] }, { kind, amount });
  console.log(`== ${text.trim()} ${kind} ${amount} (${(performance.now() - t).toFixed(0)} ms)\n` + s.solutions.map((x) => `  ${x.where}: ${x.writes}\n     ${x.effects.join("; ")}`).join("\n") + s.reason);
}
it("x", () => {
  const h = "httpGet: {path: /, port: 80}";
  const c = (s: string, sc = "") => `containers: [{name: app, image: app, ${s}}]\n${sc}`;
  run(c(`startupProbe: {${h}}`), "start", 180_000);
  run(c(`startupProbe: {${h}}`), "start", 180_000);
  run(c(`livenessProbe: {${h}}`), "start", 180_000);
  run(c(`livenessProbe: {${h}, timeoutSeconds: 5}, readinessProbe: {${h}}`), "start", 600_000);
  run(c(`livenessProbe: {${h}}`), "hang", 20_000);
  run(c(`livenessProbe: {${h}}`), "hang", 60_000);
  run(c(`livenessProbe: {${h}, timeoutSeconds: 30}`), "hang", 20_000);
  run(c(`livenessProbe: {${h}}`), "hang", 1_000);
  run(c(`livenessProbe: {${h}}`, "# cadence: app: starts in 15s"), "hang", 20_000);
  run(c(`readinessProbe: {${h}}`), "unready", 10_000);
  run(c(`livenessProbe: {${h}}`), "restarts", 10);
  run(c(`livenessProbe: {${h}}`), "restarts", 10, "Pod");
  run(c(`livenessProbe: {${h}}`, "# cadence: app: starts in 60s"), "restarts", 5);
  run(c(`livenessProbe: {${h}}`, "# cadence: app: hangs liveness after 2m"), "restarts", 5);
  run(c(`livenessProbe: {${h}}`, "# cadence: app: crashes after 5s"), "restarts", 5);
  run(c(`livenessProbe: {${h}}`), "start", 24*3600_000);
  run(c(`startupProbe: {${h}}`), "start", 20_000);
  run(c(`image: x`), "start", 20_000);
});
