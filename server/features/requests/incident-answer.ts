import { incidentOf } from "../../../shared/evidence/incident.ts";
import { explainPods, podTitle } from "../../../shared/incident/index.ts";
import type { AnswerOf, ParamsOf, serverRequests } from "../../../shared/protocol/request.ts";
import { briefIncident } from "../../exports/incident-brief.ts";
import { incidentJson } from "../../exports/incident-json.ts";
import { incidentMarkdown } from "../../exports/incident-markdown.ts";
import { readInput } from "../../incident/read-input.ts";
import type { Session } from "../session/session.ts";

type Asked = ParamsOf<typeof serverRequests.incident>;
type Answer = AnswerOf<typeof serverRequests.incident>;

/** What happened to the pods of some texts: what is left of an incident. None of the texts has to be a manifest or an open document. */
export async function incidentAnswer(session: Session, { uri, texts }: Asked): Promise<Answer> {
  const { assumptions } = (await session.settings.of(uri)).resolved;
  const incident = incidentOf(texts.map(({ name, text }) => readInput(name, text, undefined)));
  const notes = incident.inputs.flatMap((input) => input.notes);
  const pods = explainPods(incident.pods, assumptions);
  const [first] = pods;
  if (first === undefined) return { problem: notes.at(0) ?? "Nothing about a pod was found." };
  const { name } = first;
  return {
    title: pods.length === 1 ? podTitle(name) : `${pods.length} pods`,
    markdown: incidentMarkdown(pods),
    json: JSON.stringify({ ...briefIncident(incidentJson(incident, pods).pods), notes }),
  };
}
