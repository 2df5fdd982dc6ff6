import {
  type AnswerOf,
  type Notification,
  type Request,
  serverNotifications,
  serverRequests,
} from "../../../shared/protocol/request.ts";
import { type Immutable, parseMessage } from "../../../shared/protocol/values/parse.ts";
import { exportRun } from "../../exports/export.ts";
import { exportRollout } from "../../exports/rollout.ts";
import type { RenderSource } from "../../render/render-source.ts";
import { pinAnswer } from "../actions/pin-forecast.ts";
import { solveAnswer } from "../actions/solve.ts";
import { shownAlertsAnswer } from "../alerts/shown-alerts.ts";
import type { Context } from "../core/feature.ts";
import { pause } from "../core/pause.ts";
import { podsOfFile } from "../core/pod-reference.ts";
import { judgePod } from "../diagnostics/judge-pod.ts";
import type { Session } from "../session/session.ts";
import { briefAnswer } from "./brief-answer.ts";
import { clusterAnswers } from "./cluster-requests.ts";
import { comparisonAnswer } from "./comparison-answer.ts";
import { forecastAnswer } from "./forecast-answer.ts";
import { podPayload } from "./pod-payload.ts";
import { renderedAnswer } from "./rendered-answer.ts";
import { answerAbout } from "./requests.ts";
import { rolloutPayload } from "./rollout-payload.ts";
import { timelineTextAnswer } from "./timeline-text.ts";
import { writeScenarioAnswer } from "./write-scenario.ts";

/** The requests of shared/protocol. What does not fit the agreed shape is logged and answered with null. */
export function answerCustomRequests(session: Session, render: RenderSource | undefined): void {
  const { connection } = session;
  const parsed = <T>({ method, params: schema }: Notification<T>, params: unknown): T | undefined => {
    const { value, problem } = parseMessage(schema, params, method);
    if (problem !== undefined) connection.console.error(problem);
    return value;
  };
  const on = <P, A>(request: Request<P, A>, answer: Answering<P, A>): void => {
    connection.onRequest(request.method, async (params: unknown): Promise<unknown> => {
      const asked = parsed(request, params);
      return (asked && (await session.isolation.wait(request.method, () => answer(asked)))) ?? null;
    });
  };
  const about = <P extends { readonly uri: string }, A>(request: Request<P, A>, ask: AskingOf<P, A>): void =>
    on(request, async (params) => {
      const context = await session.contextOf(params.uri);
      return context && ask(context, params);
    });

  connection.onNotification(serverNotifications.yamlCompletion.method, (params: unknown) => {
    const told = parsed(serverNotifications.yamlCompletion, params);
    if (told !== undefined) session.setYamlCompletion(told.yamlCompletion);
  });
  about(serverRequests.pod, podPayload);
  about(serverRequests.rollout, rolloutPayload);
  about(serverRequests.forecast, forecastAnswer);
  on(serverRequests.comparison, async (asked) => {
    const { uri, text } = asked;
    const context = text === undefined ? await session.contextOf(uri) : await session.contextOfClosed(uri, text);
    return context && comparisonAnswer(context, asked);
  });
  about(serverRequests.timelineText, timelineTextAnswer);
  about(serverRequests.pin, pinAnswer);
  about(serverRequests.writeScenario, writeScenarioAnswer);
  about(serverRequests.judge, (context, params) => judgePod(context, session.host, params));
  about(serverRequests.solve, solveAnswer);
  on(serverRequests.alerts, (params) => shownAlertsAnswer(session.ruleFiles, params));
  on(serverRequests.rendered, (asked) => renderedAnswer(session, render, asked));
  on(serverRequests.brief, async (asked) => briefAnswer(await session.contextOfClosed(asked.uri, asked.text), asked));
  // Few people ask, and nobody waits for their reader with each start.
  on(serverRequests.incident, async (asked) => (await import("./incident-answer.ts")).incidentAnswer(session, asked));
  about(serverRequests.learn, async (context, asked) =>
    (await import("./learn-answer.ts")).learnAnswer(context, asked),
  );
  // It has all that it needs with it: the document may be closed, or be something else by now.
  on(serverRequests.export, (params) => exportRun(params, pause));
  on(serverRequests.exportRollout, exportRollout);
  on(serverRequests.assumptions, ({ uri }) => assumptionsAnswer(session, uri));

  const cluster = clusterAnswers(session);
  on(serverRequests.cluster, cluster.apply);
  on(serverRequests.podDetails, cluster.details);
  on(serverRequests.observed, cluster.observed);
  about(serverRequests.podsOfManifest, cluster.podsOfManifest);
}

type Given<A> = Immutable<A> | null | undefined;
type Answering<P, A> = (params: P) => Given<A> | Promise<Given<A>>;
type AskingOf<P, A> = (context: Context, params: P) => Given<A> | Promise<Given<A>>;

type AssumptionsAnswer = AnswerOf<typeof serverRequests.assumptions>;

/** Settings of a file that is not open are asked for, too: the status item shows them before anything else. */
async function assumptionsAnswer(session: Session, uri: string): Promise<AssumptionsAnswer> {
  const { assumptions, assumptionsSource, assumptionsText } = (await session.settings.of(uri)).resolved;
  const holds = await answerAbout(session, serverRequests.assumptions.method, uri, nothing, contentOf);
  return { kubernetes: assumptions.node.kubernetes, source: assumptionsSource, text: assumptionsText, ...holds };
}

type Content = Pick<AssumptionsAnswer, "hasPod" | "hasKubeletConfiguration">;

const nothing: Content = { hasPod: false, hasKubeletConfiguration: false };

function contentOf(context: Context): Content {
  return {
    hasPod: podsOfFile(context).length > 0,
    hasKubeletConfiguration: context.manifest.documents.some(
      ({ document }) => document.kubeletConfigurations.length > 0,
    ),
  };
}
