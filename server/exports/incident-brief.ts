import { shortened } from "./brief.ts";
import type { ExplainJson } from "./schemas/explain.ts";

type Pod = ExplainJson["pods"][number];

/** What an agent is told of a pod of an incident: no runs and no timeline, which the causes sum up. */
interface BriefIncidentPod
  extends Pick<Pod, "name" | "namespace" | "basis" | "headline" | "scenario" | "fit" | "whatIf" | "helps"> {
  readonly causes: readonly { readonly text: string; readonly certainty: string; readonly shown: string }[];
  readonly next: readonly Pick<Pod["next"][number], "container" | "text">[];
  readonly unexplained: readonly string[];
  readonly ask: readonly string[];
}

/** An explained incident in few words, for agents. */
export function briefIncident(all: readonly BriefIncidentPod[]) {
  const { list, more } = shortened(all);
  const pods = list.map(({ name, namespace, basis, headline, causes, next, unexplained, ask, ...played }) => ({
    pod: `Pod/${name} in ${namespace}`,
    basis,
    headline,
    causes: shortened(causes).list.map(({ text, certainty, shown }) => ({ text, certainty, shown })),
    next: next.map(({ container, text }) => `${container}: ${text}`),
    scenario: shortened(played.scenario).list,
    fit: played.fit,
    whatIf: shortened(played.whatIf).list,
    helps: played.helps,
    unexplained: shortened(unexplained).list,
    ask: [...ask],
  }));
  return { pods, more };
}
