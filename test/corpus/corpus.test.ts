import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minorVersions } from "../../shared/kubernetes/versions.ts";
import { runCli } from "../cli/run-cli.ts";
import { createExaminer, type Examiner } from "./examiner.ts";
import type { Examination, Finding } from "./questions.ts";
import {
  corpusFiles,
  corpusFolder,
  hasCorpus,
  newestRecorded,
  olderVerdicts,
  readCorpus,
  recordedVerdicts,
  type Verdict,
} from "./sources.ts";

// A thousand manifests that other people wrote, through check, forecast and every feature of the editor. What is looked for are
// crashes, hangs and false alarms; the totals at the end are for people, who see there what a rule makes of the world.

let examiner: Examiner;
beforeAll(async () => {
  examiner = await createExaminer();
});
afterAll(() => examiner.end());

const examined = new Map<string, Examination>();
const newest = recordedVerdicts(newestRecorded);
const older = olderVerdicts();

/** The forecast of an object is told, and besides that there will be no such object. */
const refusal = /^pod-cadence: \S+: (\w+(\/\S+)?: .*(rejects |cannot read the object)|The kubelet does not start: )/;

/** The one file of the corpus that no YAML reader takes: a forecast says why there is none, and exits with 2. */
const unreadable = "vllm-llama3-8b-instruct.yaml:17:5: ";

if (hasCorpus)
  describe("every file of the corpus", () => {
    afterAll(() => console.log(totals()));

    it.each(corpusFiles().map(({ file }) => file))("%s", async (file) => {
      const examination = await examiner.examine({ kind: "file", text: readCorpus(file), versions: [...older.keys()] });
      examined.set(file, examination);
      expect(falseRejections(examination.findings, newest.get(file))).toEqual([]);
      for (const [version, verdicts] of older) {
        expect(falseRejections(examination.byVersion[version] ?? [], verdicts.get(file)), version).toEqual([]);
      }
    });

    it("goes through the CLI in threads", async () => {
      for (const command of ["check", "forecast"]) {
        const { stderr, code } = await runCli([command, "--no-config", "--format", "json", "."], {
          cwd: `${corpusFolder}/files`,
        });
        const notes = stderr
          .split("\n")
          .filter((line) => command === "check" || !(refusal.test(line) || line.includes(unreadable)));
        expect({ command, notes, code }).toEqual({ command, notes: [""], code: command === "check" ? 1 : 2 });
      }
    });
  });

if (hasCorpus)
  describe("twenty files while they are typed", () => {
    it.each(typedFiles())("%s", async (file) => {
      const text = readCorpus(file);
      const step = Math.max(1, Math.ceil(text.length / prefixesMax));
      expect(await examiner.type({ kind: "prefixes", text, step })).toBeGreaterThan(1);
    });
  });

describe("files that nobody means", () => {
  const bomb = [
    "a: &a0 [x, x, x, x, x, x, x, x, x, x]",
    ...Array.from({ length: 30 }, (_, n) => `b${n}: &a${n + 1} [${Array(10).fill(`*a${n}`).join(", ")}]`),
  ];
  const pod = "kind: Pod\nspec:\n  containers:\n  - name: app\n";

  it.each<[string, string]>([
    ["an alias bomb", `${pod}${bomb.join("\n")}\n`],
    ["an alias bomb in the pod", `${bomb.join("\n")}\nkind: Pod\nspec: {containers: *a30}\n`],
    ["50 MB of pods", `${pod}---\n`.repeat(Math.ceil(50_000_000 / (pod.length + 4)))],
    ["50 MB on one line", `kind: Pod # ${"x".repeat(50_000_000)}`],
    [
      "a program",
      `kind: Pod\u0000\u0001\u0002${String.fromCharCode(...Array.from({ length: 5000 }, (_, n) => n % 256))}`,
    ],
    ["brackets without end", `kind: Pod\nspec: ${"[".repeat(100_000)}`],
    ["indentation without end", Array.from({ length: 3000 }, (_, n) => `${" ".repeat(n)}containers:`).join("\n")],
    ["half of a pair", `kind: Pod\nspec: {containers: [{name: "\ud83d", image: a}]} # cadence: \udc00`],
    [
      "ten thousand comments",
      `kind: Pod\nspec:\n  containers:\n  - name: app\n${"    # cadence: crashes x5, then runs\n".repeat(10_000)}`,
    ],
    [
      "a scenario without end",
      `kind: Pod\nspec: {containers: [{name: a, image: a}]} # cadence: ${"crashes x5, then ".repeat(20_000)}`,
    ],
    [
      "years of expectations",
      `kind: Pod\nspec: {containers: [{name: a, image: a}]} # cadence: expect restarts < 5 within 90000h\n`,
    ],
    [
      "nonsense in every field",
      `kind: Pod\nspec: {containers: [{name: 1, livenessProbe: {periodSeconds: 1e999, timeoutSeconds: -5, exec: 7}}, null, 3, {}]}`,
    ],
  ])("%s", async (_, text) => {
    const { findings } = await examiner.examine({ kind: "file", text, versions: [] });
    expect(findings.length).toBeLessThan(25_000);
  });

  it("say in one diagnostic that they are not read", async () => {
    const large = await examiner.examine({ kind: "file", text: "kind: Pod\n".repeat(5_000_000), versions: [] });
    expect(large.findings.map(({ rule }) => rule)).toEqual(["document-too-large"]);
    const binary = await examiner.examine({ kind: "file", text: "kind: Pod\u0000", versions: [] });
    expect(binary.findings).toHaveLength(1);
  });
});

it("the corpus is there, or it is said that it is not", () => {
  if (!hasCorpus)
    console.log(
      `There is no corpus at ${corpusFolder} (POD_CADENCE_CORPUS names another place): its files were not examined.`,
    );
  expect(hasCorpus ? corpusFiles().length : 0).toBeGreaterThanOrEqual(hasCorpus ? 1000 : 0);
  expect(older.size === 0 || older.size < minorVersions.length).toBe(true);
});

/** So many prefixes of each file, evenly over its length. */
const prefixesMax = 150;

/** Twenty of the files with pods that a person could have typed, evenly over the corpus. */
function typedFiles(): readonly string[] {
  const files = corpusFiles().filter(
    ({ bytes, categories }) => bytes < 12_000 && !categories.includes("other-k8s") && !categories.includes("crd"),
  );
  return Array.from(
    { length: Math.min(20, files.length) },
    (_, n) => files[Math.floor((n * files.length) / 20)]?.file ?? "",
  );
}

/** Findings that say that Kubernetes refuses what it accepts. */
function falseRejections(findings: readonly Finding[], verdicts: readonly Verdict[] | undefined): readonly Finding[] {
  return findings.filter(({ origin, severity, document, item }) => {
    // What the kubelet warns of, such as an image that it cannot pull, comes after the API server has taken it.
    if (origin !== "api-server" && !(origin === "kubelet" && severity === "error")) return false;
    return verdicts?.find((verdict) => verdict.index === document && verdict.item?.[0] === item)?.accepted === true;
  });
}

function totals(): string {
  const all = [...examined.values()];
  const sum = (field: "documents" | "pods" | "kubelets") => all.reduce((total, each) => total + each[field], 0);
  const refused = [...newest].flatMap(([file, verdicts]) =>
    verdicts.filter(({ accepted }) => accepted === false).map((verdict) => ({ file, ...verdict })),
  );
  const told = refused.filter(({ file, index, item }) =>
    examined
      .get(file)
      ?.findings.some(
        (finding) => finding.severity === "error" && finding.document === index && finding.item === item?.[0],
      ),
  );
  const slowest = [...examined].toSorted(([, left], [, right]) => right.tookMs - left.tookMs).slice(0, 5);
  return [
    `${examined.size} files, ${sum("documents")} documents, ${sum("pods")} pods, ${sum("kubelets")} kubelet configurations`,
    ...countByRule().map(
      ([rule, { findings, files }]) => `  ${rule.padEnd(30)} ${String(findings).padStart(5)} in ${files} files`,
    ),
    `Kubernetes refuses ${refused.length} documents; an error is told for ${told.length} of them.`,
    ...slowest.map(([file, { tookMs }]) => `  ${Math.round(tookMs)} ms  ${file}`),
  ].join("\n");
}

function countByRule(): [string, { findings: number; files: number }][] {
  const counts = new Map<string, { findings: number; files: number }>();
  for (const { findings } of examined.values()) {
    for (const rule of new Set(findings.map((finding) => finding.rule))) {
      const before = counts.get(rule) ?? { findings: 0, files: 0 };
      const here = findings.filter((finding) => finding.rule === rule).length;
      counts.set(rule, { findings: before.findings + here, files: before.files + 1 });
    }
  }
  return [...counts].toSorted(([, left], [, right]) => right.findings - left.findings);
}
