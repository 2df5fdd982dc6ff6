// `node test/promtool/build.ts`: builds promtool and the code of kube-state-metrics, for CI behind its other steps.
import { buildSamples } from "./kube-state-metrics.ts";
import { buildPromtool } from "./promtool.ts";

buildPromtool();
buildSamples();
