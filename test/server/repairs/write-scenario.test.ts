import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import { allContainers } from "../../../shared/kubernetes/pod.ts";
import type { EditedLine } from "../../../shared/protocol/pod/setup.ts";
import { formatEvent, formatExpectation, formatScript } from "../../../shared/scenario/language/format.ts";
import { scenarioLines } from "../../../shared/scenario/language/scenario-lines.ts";
import { numRunsOf } from "../../extent.ts";
import { condition, event, script } from "../../shared/scenario/arbitrary.ts";
import { contextOf } from "../features/harness.ts";
import { writeInto, writtenInto } from "./check-writing.ts";

// cases/write-scenario/<what it shows>.yaml: lines that begin with `#>` are the scenario to be written, those with `#|` the project
// file. <what it shows>.after.yaml is the text afterwards, with the message at its top. UPDATE_GOLDEN=1 writes it anew.
const folder = fileURLToPath(new URL("cases/write-scenario", import.meta.url));
const isUpdate = process.env["UPDATE_GOLDEN"] === "1";
const files = readdirSync(folder).filter((each) => !each.endsWith(".after.yaml"));

describe.each(files)("%s", (file) => {
  const before = readFileSync(`${folder}/${file}`, "utf8");
  const afterFile = `${folder}/${file.replace(/yaml$/, "after.yaml")}`;

  it("is written", async () => {
    const { manifest, text, message } = await writtenInto(before);
    if (isUpdate) writeFileSync(afterFile, `#= ${message}\n${text}`);
    expect(`#= ${message}\n${text}`).toBe(readFileSync(afterFile, "utf8"));
    expect(text === manifest).toBe(file.startsWith("refused") || file.startsWith("all of it"));
  });

  it("is written with the line ends of Windows", async () => {
    const { text } = await writtenInto(before.replaceAll("\n", "\r\n"));
    const [, ...after] = readFileSync(afterFile, "utf8").split("\n");
    expect(text).toBe(after.join("\r\n"));
  });

  it("is there when it is written again", async () => {
    const { text, message } = await writtenInto(before);
    if (message?.startsWith("Scenario written") !== true) return;
    const header = before.split("\n").filter((line) => /^#[>|]/.test(line));
    const again = await writtenInto([...header, text].join("\n"));
    expect([again.text, again.message?.startsWith("The manifest already has this scenario.")]).toEqual([text, true]);
  });
});

/** Manifests with what makes it hard to find a place. */
const manifests: Readonly<Record<string, string>> = {
  "a pod with texts that look like comments": `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - name: app          # the web server
      image: registry.example/app
      args: ["# cadence: crashes", '#']
    # below it
    # cadence: ignore some-rule — why not
    - image: registry.example/log
      name: log # cadence: oom x2, then runs
      command: [sh, -c, |
        # cadence: runs
        echo]
  initContainers:
    - {name: db, image: registry.example/db}
`.replace(/\[sh, -c, \|\n(.*)\n(.*)\]/, "\n        - sh\n        - |\n  $1\n  $2"),
  "a deployment between other documents": `kind: ConfigMap
---
# cadence: at 5m kubelet restarts
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      # cadence: expect ready within 90s
      initContainers: [{name: db, image: x}]
      # cadence: app: crashes x3, then runs
      containers: [{name: app, image: x}, {name: log, image: y}] # both
      restartPolicy: Always
---
apiVersion: v1
kind: Pod
metadata: {name: other}
spec:
  containers:
  - name: app # cadence: crashes
`,
};
const name = fc.constantFrom("db", "log", "app");
const runsLine = fc.record({ container: name, text: script.map(formatScript) });
const line = fc.oneof(
  event.map((each) => ({ container: undefined, text: formatEvent(each) })),
  fc.tuple(fc.option(name, { nil: undefined }), condition).map(([container, each]) => ({
    container: each.kind === "phase" ? undefined : container,
    text: formatExpectation({ container: undefined, condition: each }),
  })),
);
const lines = fc
  .tuple(fc.uniqueArray(runsLine, { selector: ({ container }) => container }), fc.array(line, { maxLength: 4 }))
  .map(([runs, others]) => [...runs, ...others]);

/** Without the comments of the language but those that ignore a rule, as they are written for a person. */
function withoutScenario(text: string): string {
  return text
    .split("\n")
    .filter((each) => !/^ *# cadence: (?!ignore)/.test(each))
    .map((each) => each.replace(/(?<![["]) *# cadence: (?!ignore).*?(?=\r?$)/, ""))
    .join("\n");
}

async function linesIn(text: string): Promise<readonly string[]> {
  const context = await contextOf(text);
  const pods = context.manifest.documents.flatMap(({ document }) => analyzeDocument(document, context.settings).pods);
  const web = pods.find(({ located }) => located.name === "web");
  if (web?.pod === undefined) throw new Error(`no pod in\n${text}`);
  return shownLines(scenarioLines(web.scenarioTexts, allContainers(web.pod)));
}

function shownLines(all: readonly EditedLine[]): readonly string[] {
  return all.map(({ container, text }) => `${container ?? "pod"}: ${text}`).toSorted();
}

const cases = Object.entries(manifests).flatMap(([title, text]): readonly (readonly [string, string])[] => [
  [title, text],
  [`${title}, with the line ends of Windows`, text.replaceAll("\n", "\r\n")],
]);

describe("a text that is no line of a comment", () => {
  const manifest = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  containers:\n  - name: app\n";

  it("stays one line, with its mistake", async () => {
    const { text } = await writeInto(manifest, [{ container: "app", text: "crashes\r\n- name: other" }]);
    expect(text).toBe(manifest.replace("name: app", "name: app # cadence: crashes - name: other"));
  });

  it.each(["", " ", "#", "crashes\u0000", "\uFEFF", "x: ".repeat(10_000)])(
    "%j leaves the object as it is",
    async (said) => {
      const { text } = await writeInto(manifest, [{ container: "app", text: said }, { text: said }]);
      expect(text.replaceAll(/ *# cadence:.*(?:\n(?= *containers))?/g, "")).toBe(manifest);
    },
  );
});

describe.each(cases)("whatever is written into %s", (_, manifest) => {
  it("stands there afterwards, and everything else as before", async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, async (first, second) => {
        const once = await writeInto(manifest, first);
        expect(await linesIn(once.text)).toEqual(shownLines(first));
        expect(withoutScenario(once.text)).toBe(withoutScenario(manifest));
        const twice = await writeInto(once.text, second);
        expect(await linesIn(twice.text)).toEqual(shownLines(second));
        expect((await writeInto(twice.text, [])).text).toBe((await writeInto(manifest, [])).text);
      }),
      { numRuns: numRunsOf(40) },
    );
  });
});
