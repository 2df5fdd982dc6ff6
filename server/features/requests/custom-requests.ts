import { type ExportAnswer, exportParamsSchema, exportRequest } from "../../../shared/protocol/export.ts";
import { type JudgeAnswer, judgeParamsSchema, judgeRequest } from "../../../shared/protocol/judge.ts";
import { parseMessage } from "../../../shared/protocol/parse.ts";
import type { PodPayload } from "../../../shared/protocol/pod.ts";
import {
  type AssumptionsAnswer,
  assumptionsRequest,
  assumptionsRequestParamsSchema,
  type ForecastAnswer,
  forecastRequest,
  forecastRequestParamsSchema,
  type PinAnswer,
  pinRequest,
  pinRequestParamsSchema,
  podRequest,
  podRequestParamsSchema,
  yamlCompletionNotification,
  yamlCompletionParamsSchema,
} from "../../../shared/protocol/requests.ts";
import { type SolveAnswer, solveParamsSchema, solveRequest } from "../../../shared/protocol/solve.ts";
import {
  type TimelineTextAnswer,
  timelineTextParamsSchema,
  timelineTextRequest,
} from "../../../shared/protocol/timeline-text.ts";
import {
  type WriteScenarioAnswer,
  writeScenarioParamsSchema,
  writeScenarioRequest,
} from "../../../shared/protocol/write-scenario.ts";
import { exportRun } from "../../exports/export.ts";
import { pinAnswer } from "../actions/pin-forecast.ts";
import { solveAnswer } from "../actions/solve.ts";
import { judgePod } from "../diagnostics/judge-pod.ts";
import type { Context } from "../feature.ts";
import { podsOfFile } from "../pod-reference.ts";
import { pause } from "../session/pause.ts";
import type { Session } from "../session/session.ts";
import { forecastAnswer } from "./forecast-answer.ts";
import { podPayload } from "./pod-payload.ts";
import { answerAbout } from "./requests.ts";
import { timelineTextAnswer } from "./timeline-text.ts";
import { writeScenarioAnswer } from "./write-scenario.ts";

/** The requests of shared/protocol. What does not fit the agreed shape is logged and answered with null. */
export function answerCustomRequests(session: Session): void {
  const { connection } = session;
  const parsed = <T>(schema: Parameters<typeof parseMessage<T>>[0], params: unknown, name: string): T | undefined => {
    const { value, problem } = parseMessage(schema, params, name);
    if (problem !== undefined) connection.console.error(problem);
    return value;
  };

  connection.onNotification(yamlCompletionNotification, (params: unknown) => {
    const told = parsed(yamlCompletionParamsSchema, params, yamlCompletionNotification);
    if (told !== undefined) session.setYamlCompletion(told.yamlCompletion);
  });
  connection.onRequest(podRequest, async (params: unknown): Promise<PodPayload | null> => {
    const wanted = parsed(podRequestParamsSchema, params, podRequest);
    if (wanted === undefined) return null;
    return answerAbout(session, podRequest, wanted.uri, null, (context) => podPayload(context, wanted));
  });
  connection.onRequest(forecastRequest, async (params: unknown): Promise<ForecastAnswer | null> => {
    const wanted = parsed(forecastRequestParamsSchema, params, forecastRequest);
    if (wanted === undefined) return null;
    return answerAbout(session, forecastRequest, wanted.uri, null, (context) => forecastAnswer(context, wanted));
  });
  connection.onRequest<TimelineTextAnswer | null, unknown>(timelineTextRequest, async (params: unknown) => {
    const wanted = parsed(timelineTextParamsSchema, params, timelineTextRequest);
    if (wanted === undefined) return null;
    return answerAbout(session, timelineTextRequest, wanted.uri, null, (context) =>
      timelineTextAnswer(context, wanted),
    );
  });
  connection.onRequest(exportRequest, async (params: unknown): Promise<ExportAnswer | null> => {
    const wanted = parsed(exportParamsSchema, params, exportRequest);
    if (wanted === undefined) return null;
    // It has all that it needs with it: the document may be closed, or be something else by now.
    return (await session.isolation.wait(exportRequest, () => exportRun(wanted, pause))) ?? null;
  });
  connection.onRequest(pinRequest, async (params: unknown): Promise<PinAnswer | null> => {
    const wanted = parsed(pinRequestParamsSchema, params, pinRequest);
    if (wanted === undefined) return null;
    return answerAbout(session, pinRequest, wanted.uri, null, (context) => pinAnswer(context, wanted));
  });
  connection.onRequest(writeScenarioRequest, async (params: unknown): Promise<WriteScenarioAnswer | null> => {
    const wanted = parsed(writeScenarioParamsSchema, params, writeScenarioRequest);
    if (wanted === undefined) return null;
    return answerAbout(session, writeScenarioRequest, wanted.uri, null, (context) =>
      writeScenarioAnswer(context, wanted),
    );
  });
  connection.onRequest(judgeRequest, async (params: unknown): Promise<JudgeAnswer | null> => {
    const wanted = parsed(judgeParamsSchema, params, judgeRequest);
    if (wanted === undefined) return null;
    return answerAbout(session, judgeRequest, wanted.uri, null, (context) => judgePod(context, session.host, wanted));
  });
  connection.onRequest(solveRequest, async (params: unknown): Promise<SolveAnswer | null> => {
    const wanted = parsed(solveParamsSchema, params, solveRequest);
    if (wanted === undefined) return null;
    return answerAbout(session, solveRequest, wanted.uri, null, (context) => solveAnswer(context, wanted));
  });
  connection.onRequest(assumptionsRequest, async (params: unknown): Promise<AssumptionsAnswer | null> => {
    const wanted = parsed(assumptionsRequestParamsSchema, params, assumptionsRequest);
    if (wanted === undefined) return null;
    // Settings of a file that is not open are asked for, too: the status item shows them before anything else.
    const settings = await session.isolation.wait(assumptionsRequest, () => session.settings.of(wanted.uri));
    if (settings === undefined) return null;
    const { assumptions, assumptionsSource, assumptionsText } = settings.resolved;
    const holds = await answerAbout(session, assumptionsRequest, wanted.uri, nothing, contentOf);
    return { kubernetes: assumptions.node.kubernetes, source: assumptionsSource, text: assumptionsText, ...holds };
  });
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
