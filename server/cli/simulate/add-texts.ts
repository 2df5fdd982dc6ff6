import { allContainers } from "../../../shared/kubernetes/pod.ts";
import { withScenario } from "../../analysis/analysis.ts";
import type { PlacedScenarioText } from "../../analysis/scenario-comments.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { type CommandLine, has, optionsOf, type Parsed } from "../arguments/command-line.ts";

/** What `--scenario` and `--at` say, added to what the manifest and the project file say, or in its place. */
export function addTexts(line: CommandLine, asWritten: RunnablePod): Parsed<RunnablePod> {
  const found = has(line, "no-comments") ? { ...asWritten, scenarioTexts: [] } : asWritten;
  const containers = allContainers(found.pod);
  // Where there is one container only, nobody needs to name it.
  const container = containers.length === 1 ? containers[0]?.name : undefined;
  const toText = (text: string): PlacedScenarioText => ({ text, container, source: "argument", place: undefined });
  const scenarios = optionsOf(line, "scenario");
  const events = optionsOf(line, "at").map((text) => `at ${text}`);
  const pod = { ...withScenario(found, [...scenarios, ...events].map(toText)), pod: found.pod };
  for (const { textIndex, message } of pod.scenario.problems) {
    const index = textIndex - found.scenarioTexts.length;
    if (index < 0) continue;
    const option = index < scenarios.length ? "--scenario" : "--at";
    return {
      problem: `${option} "${scenarios[index] ?? optionsOf(line, "at")[index - scenarios.length] ?? ""}": ${message}`,
    };
  }
  return { value: pod };
}
