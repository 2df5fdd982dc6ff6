import type { ClusterChange, ObservedAnswer, PodDetails } from "../../../shared/protocol/cluster.ts";
import type { AnswerOf, ParamsOf, PodPlace, serverRequests } from "../../../shared/protocol/request.ts";
import { detailsOf } from "../../live/details.ts";
import type { LivePod } from "../../live/live-pod.ts";
import { seenAtMs } from "../../live/live-view.ts";
import { podsOfManifest, worstFirst } from "../../live/manifest-pods.ts";
import { overlayOf } from "../../live/overlay.ts";
import { rowOf } from "../../live/rows.ts";
import type { Context } from "../core/feature.ts";
import { podsOfFile, referenceTo, wantedPod } from "../core/pod-reference.ts";
import { createRefresh } from "../session/refresh.ts";
import type { Session } from "../session/session.ts";

type PodOfCluster = ParamsOf<typeof serverRequests.podDetails>;
type ClusterAnswer = AnswerOf<typeof serverRequests.cluster>;
type PodsOfManifest = AnswerOf<typeof serverRequests.podsOfManifest>;

interface ClusterAnswers {
  apply(change: ClusterChange): ClusterAnswer;
  details(pod: PodOfCluster): PodDetails | undefined;
  observed(pod: PodOfCluster): ObservedAnswer | undefined;
  podsOfManifest(context: Context, wanted: PodPlace): PodsOfManifest | undefined;
}

/** What the connected cluster reports, and questions about its pods. */
export function clusterAnswers(session: Session): ClusterAnswers {
  const { live } = session;
  const refresh = createRefresh(session);
  let told = "[]";
  return {
    apply(change) {
      const { changed, concernsManifests } = live.pods.apply(change, live.nowMs());
      if (concernsManifests) refresh();
      const rollouts = live.pods.rollouts();
      const before = told;
      told = JSON.stringify(rollouts);
      return { rows: changed.map(rowOf), ...((told !== before || change.isFirst) && { rollouts }) };
    },
    details({ uid }) {
      const pod = live.pods.get(uid);
      return pod && detailsOf(pod, seenAtMs(live));
    },
    observed({ uid }) {
      const pod = live.pods.get(uid);
      return pod && observedOf(session, pod);
    },
    podsOfManifest: podsThere,
  };
}

function observedOf({ live }: Session, pod: LivePod): ObservedAnswer | undefined {
  const { context = "", freshness } = live.pods;
  const overlay = overlayOf(pod, { context, atMs: seenAtMs(live), freshness });
  const { assumptions, text } = pod.assumed();
  return overlay && { overlay, assumptions, assumptionsText: text };
}

function podsThere(context: Context, wanted: PodPlace): PodsOfManifest | undefined {
  const pod = wantedPod(context, podsOfFile(context), wanted);
  if (pod === undefined) return undefined;
  const pods = worstFirst(podsOfManifest(context.live.pods, pod.located), seenAtMs(context.live));
  return { reference: referenceTo(context, pod), uids: pods.map(({ uid }) => uid) };
}
