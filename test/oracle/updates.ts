import { reviewObject } from "../../shared/api-server/admission/review.ts";
import { type Fields, isFields } from "../../shared/api-server/types/fields.ts";
import type { PodCarrierKind } from "../../shared/api-server/types/kinds.ts";
import { reviewUpdate, type UpdatedKind } from "../../shared/api-server/update/update.ts";
import { formatPath } from "../../shared/basics/path.ts";
import type { Component } from "../../shared/kubernetes/node.ts";
import { type Comparison, general, type Verdict } from "./compare.ts";
import type { BaseDocument } from "./documents.ts";
import { mutate } from "./mutate.ts";
import type { Random } from "./random.ts";
import { drawTwins } from "./twins.ts";

/** Two texts of one object, both of which the server would take as a new one. */
export interface DrawnUpdate {
  readonly from: string;
  readonly kind: UpdatedKind;
  readonly before: Fields;
  readonly after: Fields;
  readonly what: string;
}

const claims: readonly [Fields, ...Fields[]] = [
  {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data" },
    spec: {
      accessModes: ["ReadWriteOnce"],
      resources: { requests: { storage: "10Gi" } },
      storageClassName: "standard",
    },
  },
  {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "media" },
    spec: { accessModes: ["ReadWriteMany"], volumeMode: "Block", resources: { requests: { storage: "500Mi" } } },
  },
];

type ClaimChange = (random: Random, spec: Fields) => void;

const claimChanges: readonly [ClaimChange, ...ClaimChange[]] = [
  (random, spec) => {
    spec["resources"] = { requests: { storage: random.pick(["1Gi", "10Gi", "10240Mi", "20Gi", "500Mi", "0.5Gi"]) } };
  },
  (random, spec) => {
    spec["accessModes"] = random.pick([["ReadWriteOnce"], ["ReadWriteMany"], ["ReadWriteOnce", "ReadOnlyMany"]]);
  },
  (random, spec) => {
    const name = random.pick(["standard", "fast", undefined]);
    if (name === undefined) delete spec["storageClassName"];
    else spec["storageClassName"] = name;
  },
  (random, spec) => {
    const mode = random.pick(["Filesystem", "Block", undefined]);
    if (mode === undefined) delete spec["volumeMode"];
    else spec["volumeMode"] = mode;
  },
  (_, spec) => {
    spec["selector"] = { matchLabels: { tier: "gold" } };
  },
  (_, spec) => {
    spec["volumeName"] = "pv-1";
  },
];

/** One in twenty is about a claim, and one about items of one key. Undefined: a change was drawn that the server would not take by itself. */
export function drawUpdate(
  random: Random,
  bases: readonly BaseDocument[],
  apiServer: Component,
): DrawnUpdate | undefined {
  if (random.percent(5)) return drawClaim(random);
  if (random.percent(5)) return { from: "twins", kind: "Pod", ...drawTwins(random), what: "items of one key" };
  const base = random.anyOf(bases);
  if (base === undefined) throw new Error("There are no documents to mutate.");
  const { from, kind } = base;
  const before = suspended(random, kind, base.value);
  if (!isTaken(kind, before, apiServer)) return undefined;
  const { value, what } = mutate({ ...base, value: before }, random, apiServer.kubernetes);
  const after = resumed(random, kind, value);
  return isTaken(kind, after, apiServer) ? { from, kind, before, after, what } : undefined;
}

function drawClaim(random: Random): DrawnUpdate {
  const before = random.pick(claims);
  const after = structuredClone(before);
  const spec = after["spec"];
  if (isFields(spec)) random.pick(claimChanges)(random, spec);
  return { from: "claim", kind: "PersistentVolumeClaim", before, after, what: "change of a claim" };
}

/** A third of the Jobs waits, so that what may change then is asked about, too. */
function suspended(random: Random, kind: PodCarrierKind, value: Fields): Fields {
  const copy = structuredClone(value);
  withoutServersFields(copy);
  const spec = copy["spec"];
  if (kind === "Job" && isFields(spec) && random.percent(33)) spec["suspend"] = true;
  return copy;
}

/** What only a server writes is another's text of another object. */
function withoutServersFields({ metadata }: Fields): void {
  const fields = ["uid", "resourceVersion", "deletionTimestamp", "deletionGracePeriodSeconds", "selfLink"];
  if (isFields(metadata)) for (const field of fields) delete metadata[field];
}

function resumed(random: Random, kind: PodCarrierKind, value: Fields): Fields {
  withoutServersFields(value);
  const spec = value["spec"];
  if (kind === "Job" && isFields(spec) && spec["suspend"] === true && random.percent(20)) delete spec["suspend"];
  return value;
}

/** A name that changes makes another object. */
function isTaken(kind: PodCarrierKind, value: Fields, apiServer: Component): boolean {
  const { wrongTypes, unknown, errors } = reviewObject(kind, value, apiServer);
  const { metadata } = value;
  return (
    wrongTypes.length + unknown.length + errors.length === 0 && isFields(metadata) && !("generateName" in metadata)
  );
}

export function isSameObject({ before, after }: DrawnUpdate): boolean {
  const [was, is] = [before, after].map(({ metadata }) => (isFields(metadata) ? metadata : {}));
  return was?.["name"] === is?.["name"] && was?.["namespace"] === is?.["namespace"];
}

/** Undefined where the server never comes to a verdict, such as of a text before that it refuses. */
export function compareUpdate(
  { kind, before, after }: DrawnUpdate,
  { accepted, errors }: Verdict,
  apiServer: Component,
): Comparison | undefined {
  if (accepted === null) return undefined;
  const ours = reviewUpdate(kind, before, after, apiServer);
  const [left, right] = [
    new Set(ours.map(({ path, errorType, detail }) => `${formatPath(path)} ${errorType} ${detail}`)),
    new Set(
      errors.map(
        ({ field = "", type = "", detail = "" }) =>
          `${field} ${type.replace("FieldValue", "")} ${detail.split("\n")[0] ?? ""}`,
      ),
    ),
  ];
  const differences = [
    ...[...right].filter((line) => !left.has(line)).map((line) => `missing ${general(line)}`),
    ...[...left].filter((line) => !right.has(line)).map((line) => `too many ${general(line)}`),
  ];
  return { ours: ours.length === 0, server: accepted, differences };
}
