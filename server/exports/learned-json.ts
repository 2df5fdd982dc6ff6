import {
  type LearnedContainer,
  type LearnedWorkload,
  learnedComment,
  type Measured,
} from "../../shared/learn/index.ts";
import type { LearnJson } from "./schemas/learn.ts";

/** What was learned as JSON: null for what is not known. */
export function learnedJson(workloads: readonly LearnedWorkload[]): LearnJson {
  return {
    version: 1,
    workloads: workloads.map(({ kind, name, namespace, revision, pods, from, until, containers }) => ({
      ...{ kind, name, namespace, revision: revision ?? null, pods },
      fromMs: from ?? null,
      untilMs: until ?? null,
      containers: containers.map(containerJson),
    })),
  };
}

type ContainerJson = LearnJson["workloads"][number]["containers"][number];

function containerJson(container: LearnedContainer): ContainerJson {
  const { name, scenario, note, starts, stops, ends, proposals, unknown } = container;
  return {
    ...{ name, scenario: scenario ?? null, note, comment: learnedComment(container) ?? null },
    starts: { ...measuredJson(starts.measured), cutOff: starts.cutOff ?? null, doubtful: starts.doubtful },
    stops: { ...measuredJson(stops.measured), cutOff: stops.cutOff, exitCode: stops.exitCode ?? null },
    ends: ends.map(({ exitCode, reason, lengths }) => ({ exitCode, reason, ...measuredJson(lengths) })),
    proposals: proposals.map(({ severity, kind, field, value, text }) => ({ severity, kind, field, value, text })),
    unknown,
  };
}

function measuredJson(measured: Measured | undefined) {
  return {
    count: measured?.count ?? 0,
    minMs: measured?.minMs ?? null,
    maxMs: measured?.maxMs ?? null,
    medianMs: measured?.medianMs ?? null,
  };
}
