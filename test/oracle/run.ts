// `npm run test:oracle`: mutates real manifests and sets what `check` says of them beside what Kubernetes' own code says.
//   -- --releases 1.37.1,1.36.4   only these (default: all nine; the preview is asked by name: 1.38.0-beta.0)
//   -- --documents 100000         for the newest release; the others get a fifth (default: 100,000)
//   -- --texts 5000            whole files for each release, as people write them, with slips of the keyboard (default: 5,000)
//   -- --updates 100000        pairs of texts of one object, for the newest release; the others get a fifth (default: 50,000)
//   -- --configurations 5000   KubeletConfiguration files, for the newest release (default: 20,000)
//   -- --share 10                 one document in ten, as CI has it
//   -- --seed N                   (default: POD_CADENCE_SEED, or by chance; printed)
//   -- --examples N               prints N documents of each group of differences
//   -- --groups N                 prints the N most frequent groups (default: 40)
// Without Go it says so and ends well; with `--required` it does not.
import { appendFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isFields } from "../../shared/api-server/types/fields.ts";
import type { PodCarrierKind } from "../../shared/api-server/types/kinds.ts";
import { type KubernetesVersion, parseVersion } from "../../shared/kubernetes/versions.ts";
import { seedByChance } from "../seed.ts";
import { settingsFor } from "../truth/validation/judge.ts";
import { type Comparison, compare, type Verdict, verdictSchema } from "./compare.ts";
import { compareConfiguration, drawConfiguration, questionOf, recordedConfigurations } from "./configurations.ts";
import { type BaseDocument, baseDocuments } from "./documents.ts";
import { isListed } from "./listed.ts";
import { mutate } from "./mutate.ts";
import { makeOdd, type Pool, poolOf } from "./odd.ts";
import { makePieces } from "./pieces.ts";
import { ask, build, obstacle, type Question } from "./program.ts";
import { type Random, randomFrom } from "./random.ts";
import { compareText, drawText } from "./texts.ts";
import { compareUpdate, type DrawnUpdate, drawUpdate, isSameObject } from "./updates.ts";

const newest = "1.37.1";
const releases = [newest, "1.36.4", "1.35.4", "1.34.4", "1.33.13", "1.32.13", "1.31.14", "1.30.14", "1.29.6"];
/** Documents that are judged the same, at least. */
const agreementLeast = 0.9995;
/** The same for updates: what a text leaves out of what the server filled in is known for the fields that matter. */
const updateAgreementLeast = 0.999;
/** The same for whole files, where a broken line can be read in more than one way. */
const textAgreementLeast = 0.99;
const batchMost = 5000;

const { values } = parseArgs({
  options: {
    releases: { type: "string", default: releases.join(",") },
    documents: { type: "string", default: "100000" },
    texts: { type: "string", default: "5000" },
    updates: { type: "string", default: "50000" },
    configurations: { type: "string", default: "20000" },
    share: { type: "string", default: "1" },
    seed: { type: "string", default: String(seedByChance()) },
    examples: { type: "string", default: "0" },
    groups: { type: "string", default: "40" },
    required: { type: "boolean", default: false },
  },
});

interface Group {
  count: number;
  readonly examples: string[];
}

interface Totals {
  documents: number;
  agreed: number;
  same: number;
  falseRejects: number;
  refused: number;
  readonly groups: Map<string, Group>;
}

const reason = obstacle();
if (reason !== undefined) {
  process.stdout.write(`${values.required ? "The oracle cannot be asked." : "The oracle is left out."} ${reason}\n`);
  process.exitCode = values.required ? 1 : 0;
} else {
  process.exitCode = (await examineAll()) ? 0 : 1;
}

async function examineAll(): Promise<boolean> {
  const bases = baseDocuments();
  process.stdout.write(`${bases.length} documents to mutate, seed ${values.seed}\n`);
  let passed = 0;
  const failures: string[] = [];
  for (const release of values.releases.split(",")) {
    const all = Number(values.documents) / Number(values.share);
    const count = Math.ceil(release === newest ? all : all / 5);
    const totals = await examine(release, count, bases);
    print(`Kubernetes ${release}`, totals);
    const texts = Math.ceil(Number(values.texts) / Number(values.share));
    const ofTexts = await examineTexts(release, texts, bases);
    print(`Kubernetes ${release}, files`, ofTexts);
    const updates = Number(values.updates) / Number(values.share);
    const ofUpdates = await examineUpdates(release, Math.ceil(release === newest ? updates : updates / 5), bases);
    print(`Kubernetes ${release}, updates`, ofUpdates);
    const ofKubelet = release === newest ? await examineConfigurations() : undefined;
    if (ofKubelet !== undefined) print(`Kubernetes ${release}, KubeletConfiguration`, ofKubelet);
    const isRight =
      holds(totals, agreementLeast) &&
      holds(ofTexts, textAgreementLeast) &&
      holds(ofUpdates, updateAgreementLeast) &&
      (ofKubelet === undefined || holds(ofKubelet, agreementLeast));
    if (isRight) passed += 1;
    else failures.push(`- oracle ${release}: seed ${values.seed}`);
  }
  const file = process.env["POD_CADENCE_TOTALS"];
  if (file !== undefined) appendFileSync(file, [`${passed} ${failures.length}`, ...failures, ""].join("\n"));
  return failures.length === 0;
}

function holds({ falseRejects, agreed, documents }: Totals, least: number): boolean {
  return falseRejects === 0 && agreed >= least * documents;
}

/** Documents of which nobody says anything (patches, templates, texts that name no pod) are left out unless we refuse them. */
async function examineTexts(release: string, count: number, bases: readonly BaseDocument[]): Promise<Totals> {
  const totals: Totals = { documents: 0, agreed: 0, same: 0, falseRejects: 0, refused: 0, groups: new Map() };
  const program = build(release);
  const kubernetes = parseVersion(release) ?? "1.37";
  const settings = await settingsFor(release, {});
  const random = randomFrom(Number(values.seed));
  for (let done = 0; done < count; done += batchMost) {
    const size = Math.min(batchMost, count - done);
    const cases = Array.from({ length: size }, () => drawText(random, bases, kubernetes));
    const answers = await ask(
      program,
      cases.map(({ text }) => ({ text })),
    );
    for (const [index, { text, what }] of cases.entries())
      for (const each of compareText(text, answers[index], settings))
        if (each.reason === undefined || !each.ours) add(totals, each, `${what}\n${text.slice(0, 1500)}`);
  }
  return totals;
}

async function examineUpdates(release: string, count: number, bases: readonly BaseDocument[]): Promise<Totals> {
  const totals: Totals = { documents: 0, agreed: 0, same: 0, falseRejects: 0, refused: 0, groups: new Map() };
  const program = build(release);
  const apiServer = { kubernetes: parseVersion(release) ?? "1.37", featureGates: {} };
  const random = randomFrom(Number(values.seed));
  while (totals.documents < count) {
    const cases = Array.from({ length: Math.min(batchMost, 3 * (count - totals.documents)) }, () =>
      drawUpdate(random, bases, apiServer),
    ).filter((each) => each !== undefined && isSameObject(each));
    const verdicts = await ask(program, cases.map(updateQuestion));
    for (const [index, each] of cases.entries()) {
      const verdict = verdictSchema.parse(verdicts[index]).documents[0];
      const compared = each && verdict && compareUpdate(each, verdict, apiServer);
      if (each !== undefined && compared !== undefined)
        add(totals, compared, `${each.from}: ${each.what}\n        ${JSON.stringify(each.after).slice(0, 1500)}`);
    }
  }
  return totals;
}

function updateQuestion(each: DrawnUpdate | undefined): Question {
  return { mode: "update", before: JSON.stringify(each?.before ?? {}), text: JSON.stringify(each?.after ?? {}) };
}

async function examineConfigurations(): Promise<Totals> {
  const totals: Totals = { documents: 0, agreed: 0, same: 0, falseRejects: 0, refused: 0, groups: new Map() };
  const program = build(newest);
  const random = randomFrom(Number(values.seed));
  const recorded = recordedConfigurations();
  const count = Math.ceil(Number(values.configurations) / Number(values.share));
  while (totals.documents < count) {
    const size = Math.min(batchMost, count - totals.documents);
    const cases = Array.from({ length: size }, () => drawConfiguration(random, recorded));
    const answers = await ask(program, cases.map(questionOf));
    for (const [index, each] of cases.entries())
      add(totals, compareConfiguration(each, answers[index]), `${each.text}\n${JSON.stringify(each.files ?? [])}`);
  }
  return totals;
}

async function examine(release: string, count: number, bases: readonly BaseDocument[]): Promise<Totals> {
  const totals: Totals = { documents: 0, agreed: 0, same: 0, falseRejects: 0, refused: 0, groups: new Map() };
  const program = build(release);
  const kubernetes = parseVersion(release) ?? "1.37";
  const random = randomFrom(Number(values.seed));
  const pool = poolOf(bases);
  while (totals.documents < count) {
    const cases = Array.from({ length: Math.min(batchMost, count - totals.documents) }, () =>
      drawCase(random, kubernetes, { bases, pool }),
    );
    const verdicts = await ask(
      program,
      cases.map(({ text }) => ({ text })),
    );
    for (const [index, each] of cases.entries())
      tally(totals, each, kubernetes, verdictSchema.parse(verdicts[index]).documents[0]);
  }
  return totals;
}

interface Case {
  readonly from: string;
  readonly kind: PodCarrierKind;
  readonly text: string;
  readonly what: string;
}

interface Material {
  readonly bases: readonly BaseDocument[];
  readonly pool: Pool;
}

/** Three of ten have values at limits, in odd notation, or parts of another document; two have whole values that somebody wrote down. */
function drawCase(random: Random, kubernetes: KubernetesVersion, { bases, pool }: Material): Case {
  const base = random.anyOf(bases);
  if (base === undefined) throw new Error("There are no documents to mutate.");
  const { from, kind } = base;
  const drawn = random.below(10);
  const { value, what, ...made } =
    drawn < 3 ? makeOdd(base, random, pool) : drawn < 5 ? makePieces(base, random) : mutate(base, random, kubernetes);
  return { from, kind, what, text: JSON.stringify(value), ...made };
}

function tally(
  totals: Totals,
  { from, kind, text, what }: Case,
  kubernetes: KubernetesVersion,
  verdict: Verdict | undefined,
): void {
  if (verdict === undefined) throw new Error(`no verdict on ${text}`);
  const value: unknown = JSON.parse(text);
  const apiServer = { kubernetes, featureGates: {} };
  const compared = compare(kind, isFields(value) ? value : {}, verdict, apiServer);
  add(totals, compared, `${from}: ${what}\n        ${text.slice(0, 1500)}`);
}

function add(totals: Totals, { ours, server, differences }: Comparison, example: string): void {
  totals.documents += 1;
  const open = differences.filter((line) => !isListed(line));
  totals.agreed += ours === server ? 1 : 0;
  totals.same += open.length === 0 ? 1 : 0;
  totals.falseRejects += !ours && server ? 1 : 0;
  totals.refused += server ? 0 : 1;
  const label = ours === server ? "" : ours ? "FALSE ACCEPT " : "FALSE REJECT ";
  for (const line of open) note(totals, `${label}${line}`, example);
}

function note({ groups }: Totals, line: string, example: string): void {
  const group = groups.get(line) ?? { count: 0, examples: [] };
  group.count += 1;
  if (group.examples.length < Number(values.examples)) group.examples.push(example);
  groups.set(line, group);
}

function print(what: string, { documents, agreed, same, falseRejects, refused, groups }: Totals): void {
  const share = (part: number): string => `${((100 * part) / documents).toFixed(3)} %`;
  process.stdout.write(
    `${what}: ${documents} documents, ${share(refused)} refused; same verdict ${share(agreed)}, same words ${share(same)}, false rejects ${falseRejects}\n`,
  );
  const sorted = [...groups]
    .toSorted(([, left], [, right]) => right.count - left.count)
    .slice(0, Number(values.groups));
  for (const [line, { count, examples }] of sorted) {
    process.stdout.write(`  ${String(count).padStart(5)}  ${line}\n`);
    for (const example of examples) process.stdout.write(`      ${example}\n`);
  }
}
