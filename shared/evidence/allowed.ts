import type { ObservedEvent } from "../observation/objects/event-object.ts";
import type { ObservedContainer, ObservedEnd, ObservedPod, ObservedState } from "../observation/objects/pod-object.ts";

/** What stands in the place of a text that may hold a secret. */
const hiddenText = "message hidden";

const word = /^[A-Za-z][A-Za-z0-9]{0,127}$/;
const name = "[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?";

/** Whole messages of the kubelet and the controllers that hold nothing but names, numbers and words of theirs. */
const known: readonly RegExp[] = [
  new RegExp(`^(?:Container|Init container) ${name} failed (?:liveness|startup) probe(?:, will be restarted)?$`),
  new RegExp(`^Stopping container ${name}$`),
  new RegExp(`^(?:Created|Started) container:? ${name}$`),
  /^Container (?:created|started|created and started)$/,
  new RegExp(`^Back-off restarting failed container ${name} in pod ${name}_${name}\\([-\\w]{1,64}\\)$`),
  new RegExp(`^back-off \\w{1,16} restarting failed container=${name} pod=${name}_${name}\\([-\\w]{1,64}\\)$`),
  /^(?:Liveness|Readiness|Startup) probe failed: HTTP probe failed with statuscode: \d{3}$/,
  /^The node was low on resource: [-a-z]{1,63}\.?$/,
  /^Pod was active on the node longer than the specified deadline$/,
  /^Pod was terminated in response to imminent node shutdown\.$/,
  /^containers with (?:unready|incomplete) status: \[[-a-z0-9 ]{0,1024}\]$/,
  /^All containers are restarting$/,
  /^0\/\d{1,6} nodes are available: [-\w ,.()/:{}']{1,512}$/,
];

/** What may be said of a longer message: its beginning, and parts of it that are no data of anybody's. */
const openings: readonly RegExp[] = [
  /^(?:Liveness|Readiness|Startup) probe (?:failed|errored|warning)/,
  /^Container image "[^"\s]{1,512}" already present on machine/,
  /^(?:Successfully pulled|Pulling|Failed to pull) image "[^"\s]{1,512}"/,
  /^Back-off pulling image "[^"\s]{1,512}"/,
  /^Error: (?:ErrImagePull|ImagePullBackOff|ErrImageNeverPull|CreateContainerConfigError|RunContainerError)\b/,
];

const causes =
  /\b(?:[45]\d\d [A-Z][a-z]+(?: [A-Z][a-z]+){0,3}|no such host|connection refused|i\/o timeout|context deadline exceeded|not found|toomanyrequests|authorization failed|manifest unknown|unauthorized)\b/;

/** A message of the cluster as far as it may be shown: whole if its words are the kubelet's, else what is sure to be no secret. */
function allowedMessage(message: string | undefined): string | undefined {
  if (message === undefined || message === "") return message;
  const text = message.length > 4096 ? message.slice(0, 4096) : message;
  const combined = /^\(combined from similar events\): /.exec(text)?.[0] ?? "";
  const rest = text.slice(combined.length);
  if (known.some((pattern) => pattern.test(rest))) return text;
  const opening = openings.map((pattern) => pattern.exec(rest)?.[0]).find((found) => found !== undefined);
  const cause = causes.exec(rest)?.[0];
  if (opening !== undefined) return `${combined}${opening}${cause === undefined ? "" : `: ${cause}`}`;
  return cause ?? hiddenText;
}

function allowedReason(reason: string | undefined): string | undefined {
  return reason === undefined || reason === "" || word.test(reason) ? reason : "ReasonHidden";
}

export function allowedEvent(event: ObservedEvent): ObservedEvent {
  return {
    ...event,
    type: allowedReason(event.type),
    reason: allowedReason(event.reason) ?? "",
    message: allowedMessage(event.message) ?? "",
  };
}

/** The same of a pod. Its spec is for the engine alone, and is never written. */
export function allowedPod(pod: ObservedPod): ObservedPod {
  return {
    ...pod,
    phase: allowedReason(pod.phase),
    reason: allowedReason(pod.reason),
    message: allowedMessage(pod.message),
    conditions: pod.conditions.flatMap((condition) =>
      word.test(condition.type.replace(/^[-a-z0-9.]{1,253}\//, ""))
        ? [
            {
              ...condition,
              status: allowedReason(condition.status) ?? "",
              reason: allowedReason(condition.reason),
              message: allowedMessage(condition.message),
            },
          ]
        : [],
    ),
    containers: pod.containers.map(allowedContainer),
  };
}

function allowedContainer(container: ObservedContainer): ObservedContainer {
  const { state, lastState } = container;
  return { ...container, state: allowedState(state), lastState: lastState && allowedEnd(lastState) };
}

function allowedState(state: ObservedState): ObservedState {
  if (state.is === "running") return state;
  if (state.is === "terminated") return allowedEnd(state);
  return { ...state, reason: allowedReason(state.reason), message: allowedMessage(state.message) };
}

/** A program writes its own termination message. */
function allowedEnd(end: ObservedEnd): ObservedEnd {
  return { ...end, reason: allowedReason(end.reason), message: undefined, containerId: undefined };
}
