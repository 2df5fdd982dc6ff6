import {
  type ClusterAnswer,
  clusterChangeSchema,
  clusterRequest,
  type ObservedAnswer,
  observedRequest,
  type PodDetails,
  type PodsOfManifestAnswer,
  podDetailsRequest,
  podOfClusterParamsSchema,
  podsOfManifestRequest,
} from "../../../shared/protocol/cluster.ts";
import { parseMessage } from "../../../shared/protocol/parse.ts";
import { type PodRequestParams, podRequestParamsSchema } from "../../../shared/protocol/requests.ts";
import { detailsOf } from "../../live/details.ts";
import type { LivePod } from "../../live/live-pods.ts";
import { seenAtMs } from "../../live/live-view.ts";
import { podsOfManifest, worstFirst } from "../../live/manifest-pods.ts";
import { overlayOf } from "../../live/overlay.ts";
import { rowOf } from "../../live/rows.ts";
import type { Context } from "../feature.ts";
import { podsOfFile, referenceTo, wantedPod } from "../pod-reference.ts";
import { createRefresh } from "../session/refresh.ts";
import type { Session } from "../session/session.ts";
import { answerAbout } from "./requests.ts";

/** What the connected cluster tells, and questions about its pods. What does not fit the agreed shape is logged and answered with null. */
export function answerClusterRequests(session: Session): void {
  const { connection, live, isolation } = session;
  const refresh = createRefresh(session);
  const log = (problem: string | undefined): null => {
    if (problem !== undefined) connection.console.error(problem);
    return null;
  };
  const aboutPod = async <T>(request: string, params: unknown, answer: (pod: LivePod) => T | null) => {
    const { value, problem } = parseMessage(podOfClusterParamsSchema, params, request);
    const pod = value && live.pods.get(value.uid);
    return pod === undefined ? log(problem) : ((await isolation.wait(request, () => answer(pod))) ?? null);
  };

  connection.onRequest(clusterRequest, async (params: unknown): Promise<ClusterAnswer | null> => {
    const { value, problem } = parseMessage(clusterChangeSchema, params, clusterRequest);
    if (value === undefined) return log(problem);
    const answer = await isolation.wait(clusterRequest, () => {
      const { changed, concernsManifests } = live.pods.apply(value);
      if (concernsManifests) refresh();
      return { rows: changed.map(rowOf) };
    });
    return answer ?? null;
  });
  connection.onRequest(podDetailsRequest, (params: unknown) =>
    aboutPod<PodDetails>(podDetailsRequest, params, (pod) => detailsOf(pod, seenAtMs(live))),
  );
  connection.onRequest(observedRequest, (params: unknown) =>
    aboutPod<ObservedAnswer>(observedRequest, params, (pod) => {
      const overlay = overlayOf(pod, { context: live.pods.context ?? "", atMs: seenAtMs(live) });
      const { assumptions, text } = pod.assumed();
      return overlay === undefined ? null : { overlay, assumptions, assumptionsText: text };
    }),
  );
  connection.onRequest(podsOfManifestRequest, async (params: unknown): Promise<PodsOfManifestAnswer | null> => {
    const { value, problem } = parseMessage(podRequestParamsSchema, params, podsOfManifestRequest);
    if (value === undefined) return log(problem);
    return answerAbout(session, podsOfManifestRequest, value.uri, null, (context) => podsThere(context, value));
  });
}

function podsThere(context: Context, wanted: PodRequestParams): PodsOfManifestAnswer | null {
  const pod = wantedPod(context, podsOfFile(context), wanted);
  if (pod === undefined) return null;
  const pods = worstFirst(podsOfManifest(context.live.pods, pod.located), seenAtMs(context.live));
  return { reference: referenceTo(context, pod), uids: pods.map(({ uid }) => uid) };
}
