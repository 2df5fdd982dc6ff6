import { it } from "vitest";
import { pinForecast } from "../../shared/forecast/pin.ts";
import { formatExpectation } from "../../shared/scenario/format.ts";
import { parseScenario } from "../../shared/scenario/parse.ts";
import { assume, readPod } from "../shared/simulation/play.ts";
import { allContainers } from "../../shared/kubernetes/pod.ts";
const as = assume({ timing: "kubelet" });
const pod1 = readPod(`
containers:
- name: app
  image: a
  livenessProbe: {httpGet: {path: /, port: 80}}
  readinessProbe: {httpGet: {path: /, port: 80}}
`, as).pod;
const pod2 = readPod(`
initContainers: [{name: i, image: a}]
containers:
- {name: app, image: a, readinessProbe: {httpGet: {path: /, port: 80}}}
- {name: side, image: a}
`, as).pod;
it("x", () => {
  for (const pod of [pod1, pod2]) for (const t of ["runs", "crashes x5, then runs", "crashes after 2m", "starts in 40s, crashes after 1h", "hangs liveness after 5m", "completes after 5s", "hangs readiness after 5m for 2m"]) {
    const { scenario } = parseScenario([{ text: `app: ${t}`, container: undefined, source: "argument" }], allContainers(pod));
    const a = performance.now();
    const r = pinForecast(pod, as, scenario);
    console.log(t, Math.round(performance.now() - a), r.added.map(formatExpectation));
  }
});
