import { memoBounded } from "../../basics/memo-bounded.ts";
import { memo } from "../../basics/once.ts";
import { isReadableImage } from "../../kubernetes/image-name.ts";
import type { Assumptions } from "../../kubernetes/node.ts";
import { allContainers, type Container, type DefaultedPod, type Handler, type Probe } from "../../kubernetes/pod.ts";
import { sleepingCommand } from "../../kubernetes/sleeping-command.ts";
import { hasUndeclaredPortName } from "../../probe/answer.ts";
import type { Run } from "../../scenario/model.ts";

/** What a question is about. */
export interface PodQuestion {
  readonly pod: DefaultedPod;
  readonly assumptions: Assumptions;
  /** Absent: the question is about the whole pod. */
  readonly container?: Container;
  /** What the scenario says of the container, where the question depends on that. */
  readonly run?: Run;
}

/** Of one question and one set of assumptions. */
const answersMax = 1000;

/**
 * The same question, which is asked once of all pods that are alike to the engine: names, images, commands and addresses differ
 * from pod to pod, the numbers of probes often do not. An answer must hold times only, no names and no texts. `narrowed` leaves out what
 * makes no difference to it.
 */
export function sharedAmongAlike<About extends PodQuestion, Answer>(
  narrowed: (about: About) => About,
  ask: (about: About) => Answer,
): (about: About) => Answer {
  const answers = memo((_: Assumptions) => memoBounded(answersMax, (_likeness: string, about: About) => ask(about)));
  return (whole) => {
    const about = narrowed(whole);
    return answers(about.assumptions)(likenessOf(about), about);
  };
}

/** Equal for pods, containers and runs to which the engine does the same at the same times. What it does not know of a new field counts. */
export function likenessOf({ pod, container, run }: PodQuestion): string {
  const all = allContainers(pod);
  // A run may speak of what a certain command answers.
  const keepsCommands = run?.answers.some(({ target }) => target?.kind === "exec") === true;
  const alike = (each: Container): object => ({
    ...each,
    name: all.findIndex(({ name }) => name === each.name),
    image: `${all.findIndex(({ image }) => image === each.image)} ${isReadableImage(each.image)}`,
    path: undefined,
    command: sleepOf(each.command),
    ports: undefined,
    postStart: handlerOf(each.postStart, each, keepsCommands),
    preStop: handlerOf(each.preStop, each, keepsCommands),
    probes: Object.entries(each.probes).map(([type, probe]) => [type, probeOf(probe, each, keepsCommands)]),
  });
  const { initContainers, containers } = pod;
  const lists = { initContainers: initContainers.map(alike), containers: containers.map(alike) };
  return JSON.stringify([{ ...pod, name: "", namespace: "", ...lists }, container && all.indexOf(container), run]);
}

function probeOf(probe: Probe, container: Container, keepsCommands: boolean): object {
  return { ...probe, handler: handlerOf(probe.handler, container, keepsCommands) };
}

/** Of a command, the engine knows how long it sleeps. */
function sleepOf(command: readonly string[]): unknown {
  const sleeping = sleepingCommand(command);
  // JSON has no Infinity.
  return sleeping && [String(sleeping.sleepMs), sleeping.isWhole];
}

function handlerOf(handler: Handler | undefined, container: Container, keepsCommands: boolean): unknown {
  if (handler === undefined || keepsCommands || handler.type === "sleep") return handler;
  if (handler.type === "exec") return [handler.type, sleepOf(handler.command)];
  return [handler.type, hasUndeclaredPortName(handler, container)];
}
