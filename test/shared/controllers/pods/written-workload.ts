import { parseDocument } from "yaml";
import * as z from "zod";
import { admit } from "../../../../shared/api-server/admission/admit.ts";
import { readWorkloadSpec } from "../../../../shared/controllers/objects/read-spec.ts";
import type { PlayableWorkload } from "../../../../shared/controllers/pods/play-workload.ts";
import { revisionsOf } from "../../../../shared/controllers/pods/revisions.ts";
import type { Assumptions } from "../../../../shared/kubernetes/node.ts";
import { allContainers, type DefaultedPod } from "../../../../shared/kubernetes/pod.ts";
import { parseScenario } from "../../../../shared/scenario/language/parse.ts";
import type { Scenario } from "../../../../shared/scenario/model.ts";

const schema = z.object({
  kind: z.enum(["Deployment", "StatefulSet", "DaemonSet"]),
  spec: z.looseObject({ template: z.object({ spec: z.unknown() }) }),
});

/** A workload as YAML, with `# cadence:` lines of its pods. */
export function readWorkload(text: string, assumptions: Assumptions): PlayableWorkload {
  const { kind, spec } = schema.parse(parseDocument(text, { version: "1.1" }).toJS());
  const { pod } = admit({ kind, name: "web", namespace: "default", spec: spec.template.spec }, assumptions);
  const read = readWorkloadSpec(kind, spec, assumptions.apiServer);
  if (pod === undefined || read === undefined) throw new Error(`no workload in:\n${text}`);
  return {
    name: "web",
    spec: read,
    pod,
    ...revisionsOf(scenarioOf(linesOf(text, /# cadence: (.*)$/gm), pod)),
    nodes: ["node-0", "node-1", "node-2"],
    services: [{ name: "web", publishNotReadyAddresses: false }],
    budgets: [],
  };
}

function linesOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, line]) => line ?? "");
}

function scenarioOf(lines: readonly string[], pod: DefaultedPod): Scenario {
  const texts = lines.map((text) => ({ text, container: undefined, source: "comment" as const }));
  const { scenario, problems } = parseScenario(texts, allContainers(pod));
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return scenario;
}
