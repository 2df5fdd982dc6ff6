import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { parse as parseJunit } from "junit2json";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { checkSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

// Each report is read by what its readers use: the published schema of SARIF, a reader of JUnit files, the rules of GitHub's runner.

const scratch = mkdtempSync(join(tmpdir(), "pod-cadence-reports-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const probe = (name: string, fields: string, note = "") => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - name: first
    image: registry.example/first:1
  - name: app
    image: registry.example/app:1${note}
    livenessProbe: {tcpSocket: {port: 80}, ${fields}}
`;

mkdirSync(join(scratch, "a b"));
writeFileSync(join(scratch, "a b/wrong, 100%.yaml"), probe("wrong", "periodSeconds: -1, timeoutSeconds: 15"));
writeFileSync(join(scratch, "warned.yaml"), probe("warned", "timeoutSeconds: 15"));
writeFileSync(
  join(scratch, "ignored.yaml"),
  probe("ignored", "timeoutSeconds: 15", "\n    # cadence: ignore timeout-exceeds-period"),
);
writeFileSync(join(scratch, "fine.yaml"), probe("fine", "periodSeconds: 20"));

const inScratch = { cwd: scratch, env: { GITHUB_WORKSPACE: "", CI_PROJECT_DIR: "" } };
const report = (format: string, ...args: readonly string[]) =>
  runCli(["check", "--format", format, ".", ...args], inScratch);

const sarifSchema: unknown = JSON.parse(
  readFileSync(new URL("consumers/sarif-2.1.0-rtm.5.json", import.meta.url), "utf8"),
);
const ajv = addFormats(new Ajv({ strict: false, allErrors: true, unicodeRegExp: false }));
const validate = ajv.compile(z.record(z.string(), z.unknown()).parse(sarifSchema));

const sarif = z.object({
  runs: z.tuple([
    z.object({
      results: z.array(
        z.object({
          ruleId: z.string(),
          ruleIndex: z.int(),
          level: z.string(),
          baselineState: z.optional(z.string()),
          partialFingerprints: z.record(z.string(), z.string()),
          suppressions: z.array(z.object({ kind: z.string() })),
          locations: z.tuple([
            z.object({
              physicalLocation: z.object({
                artifactLocation: z.object({ uri: z.string(), uriBaseId: z.optional(z.string()) }),
                region: z.object({ startLine: z.int(), startColumn: z.int() }),
              }),
            }),
          ]),
        }),
      ),
      tool: z.object({ driver: z.object({ rules: z.array(z.object({ id: z.string() })) }) }),
    }),
  ]),
});

function readSarif(text: string) {
  const log: unknown = JSON.parse(text);
  expect(validate(log), JSON.stringify(validate.errors, undefined, 1)).toBe(true);
  return sarif.parse(log).runs[0];
}

describe("SARIF", () => {
  it("is valid, with relative addresses, lines that begin with 1, and suppressions", async () => {
    const { stdout, code } = await report("sarif");
    const { results, tool } = readSarif(stdout);
    const seen = results.map(({ ruleId, level, suppressions, locations: [{ physicalLocation }] }) => {
      const { artifactLocation, region } = physicalLocation;
      return [artifactLocation.uri, region.startLine, ruleId, level, suppressions.length];
    });
    expect(seen).toContainEqual(["a%20b/wrong%2C%20100%25.yaml", 10, "probe-refused", "error", 0]);
    expect(seen).toContainEqual(["warned.yaml", 10, "timeout-exceeds-period", "warning", 0]);
    expect(seen).toContainEqual(["ignored.yaml", 11, "timeout-exceeds-period", "warning", 1]);
    const rules = tool.driver.rules.map(({ id }) => id);
    expect(rules).toEqual([...new Set(seen.map(([, , rule]) => rule))]);
    expect(results.map(({ ruleIndex }) => rules[ruleIndex])).toEqual(results.map(({ ruleId }) => ruleId));
    expect(code).toBe(1);
  });

  it("has fingerprints that stay when lines move and entries come before, and differ from each other", async () => {
    const file = join(scratch, "moving.yaml");
    const fingerprints = async (text: string) => {
      writeFileSync(file, text);
      const { stdout } = await runCli(["check", "--format", "sarif", "moving.yaml"], inScratch);
      return readSarif(stdout).results.map(({ partialFingerprints }) => JSON.stringify(partialFingerprints));
    };
    const text = probe("moving", "timeoutSeconds: 15");
    const before = await fingerprints(text);
    const moved = text.replace("  - name: first", "  - name: new\n    image: registry.example/new:1\n  - name: first");
    expect(await fingerprints(`# a comment\n\n${moved}`)).toEqual(before);
    const twice = await fingerprints(`${text}---\n${text}`);
    expect(new Set(twice).size).toBe(twice.length);
    rmSync(file);
  });

  it("of a comparison says what is new and what is absent", async () => {
    const { stdout } = await runCli(["diff", "--format", "sarif", "fine.yaml", "warned.yaml"], inScratch);
    const states = readSarif(stdout).results.map(({ ruleId, baselineState }) => [ruleId, baselineState]);
    expect(states).toContainEqual(["timeout-exceeds-period", "new"]);
  });
});

describe("GitHub annotations", () => {
  it("are commands of the runner, with its escapes, from the root of the checkout", async () => {
    const { stdout } = await runCli(["check", "--format", "github", "."], {
      cwd: join(scratch, "a b"),
      env: { GITHUB_WORKSPACE: scratch },
    });
    expect(stdout.split("\n")[0]).toMatch(
      /^::error file=a b\/wrong%2C 100%25\.yaml,line=10,endLine=10,col=\d+,endColumn=\d+,title=probe-refused::\S/,
    );
  });

  it("are ten of a kind at most; the others are lines that are no commands", async () => {
    const many = Array.from({ length: 14 }, (_, index) => probe(`pod-${index}`, "timeoutSeconds: 15")).join("---\n");
    const { stdout } = await runCli(["check", "--format", "github", "-"], { ...inScratch, stdin: many });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.filter((line) => line.startsWith("::warning "))).toHaveLength(10);
    expect(lines.filter((line) => !line.startsWith("::") && line.includes("timeout-exceeds-period"))).toHaveLength(4);
  });
});

describe("JUnit", () => {
  it("is read by a reader of JUnit files, with failures as --fail-on counts them", async () => {
    const failures = async (failOn: string) => {
      const { stdout } = await report("junit", "--fail-on", failOn);
      const read = z.object({
        tests: z.number(),
        failures: z.number(),
        testsuite: z.array(z.object({ name: z.string(), failures: z.number(), tests: z.number() })),
      });
      const { testsuite, ...totals } = read.parse(await parseJunit(stdout));
      expect(totals.tests).toBe(testsuite.reduce((sum, { tests }) => sum + tests, 0));
      return Object.fromEntries(testsuite.map((suite) => [suite.name, suite.failures]));
    };
    expect(await failures("error")).toEqual({
      "a b/wrong, 100%.yaml": 1,
      "fine.yaml": 0,
      "ignored.yaml": 0,
      "warned.yaml": 0,
    });
    expect((await failures("warning"))["warned.yaml"]).toBe(1);
  });
});

describe("GitLab code quality", () => {
  it("has what GitLab asks for, each problem with its own fingerprint", async () => {
    const { stdout } = await report("gitlab");
    const issues = z
      .array(
        z.strictObject({
          description: z.string(),
          check_name: z.string(),
          fingerprint: z.string(),
          severity: z.enum(["info", "minor", "major", "critical", "blocker"]),
          location: z.strictObject({ path: z.string(), lines: z.strictObject({ begin: z.int(), end: z.int() }) }),
        }),
      )
      .parse(JSON.parse(stdout));
    expect(issues.map(({ location, check_name }) => `${location.path} ${check_name}`)).toContain(
      "warned.yaml timeout-exceeds-period",
    );
    expect(issues.some(({ location }) => location.path === "ignored.yaml")).toBe(false);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
  });
});

describe("a report that is written while files are still checked", () => {
  it.each(["json", "sarif", "github", "junit", "gitlab", "text"])(
    "%s is the same with many threads, and in a file",
    async (format) => {
      const { stdout } = await report(format, "--jobs", "1");
      expect(stdout).not.toBe("");
      expect((await report(format, "--jobs", "3")).stdout).toBe(stdout);
      const file = join(scratch, "report.txt");
      writeFileSync(file, "old");
      await report(format, "--output", file);
      expect(readFileSync(file, "utf8")).toBe(stdout);
      rmSync(file);
    },
  );

  it.each(["json", "sarif", "gitlab"])("%s is what JSON.stringify writes, also of nothing", async (format) => {
    mkdirSync(join(scratch, "empty"), { recursive: true });
    for (const folder of [".", "empty"]) {
      const { stdout } = await runCli(["check", "--format", format, folder], inScratch);
      expect(stdout).toBe(`${JSON.stringify(JSON.parse(stdout), undefined, 2)}\n`);
    }
  });

  it("leaves a file alone that cannot be written, and says so", async () => {
    const { stderr, code } = await report("json", "--output", join(scratch, "none", "report.json"));
    expect({ stderr, code }).toEqual({
      stderr: `pod-cadence: --output: can't write ${join(scratch, "none", "report.json")}\n`,
      code: 2,
    });
  });
});

describe("check", () => {
  it("takes levels of rules from the command line, and counts warnings", async () => {
    const code = async (...args: readonly string[]) =>
      (await runCli(["check", ...args, "warned.yaml"], inScratch)).code;
    expect(await code()).toBe(0);
    expect(await code("--rule", "timeout-exceeds-period:error")).toBe(1);
    expect(await code("--max-warnings", "0")).toBe(1);
    expect(await code("--max-warnings=0", "--rule=timeout-exceeds-period:info")).toBe(0);
    const { files } = checkSchema.parse(
      await runJson(["check", "--rule", "timeout-exceeds-period:off", "warned.yaml"], inScratch),
    );
    expect(files.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
  });

  it.each([
    [["--rule", "timeout:off"], /^--rule: unknown rule timeout/],
    [
      ["--rule", "timeout-exceeds-period"],
      /^--rule: timeout-exceeds-period is not valid: use timeout-exceeds-period:LEVEL with off, hint/,
    ],
    [["--max-warnings", "few"], /^invalid value few for --max-warnings: use a number such as 0$/],
  ])("ends with 2 for %j", async (args, sentence) => {
    const { stderr, code } = await runCli(["check", ...args, "warned.yaml"], inScratch);
    expect(stderr.slice("pod-cadence: ".length).trimEnd()).toMatch(sentence);
    expect(code).toBe(2);
  });

  it("says why it fails also with --quiet", async () => {
    const { stdout, stderr, code } = await runCli(["check", "-q", "--fail-on", "warning", "warned.yaml"], inScratch);
    expect({ stdout, stderr, code }).toEqual({
      stdout: "",
      stderr: "pod-cadence: 1 warning (--fail-on warning)\n",
      code: 1,
    });
  });

  it("says that there was nothing to check, and fails of it if asked to", async () => {
    writeFileSync(join(scratch, "service.yaml"), "apiVersion: v1\nkind: Service\nmetadata: {name: a}\n");
    const { stderr, code } = await runCli(["check", "service.yaml"], inScratch);
    expect({ stderr, code }).toEqual({
      stderr: "pod-cadence: nothing to check: no pods or kubelet configurations found in 1 file\n",
      code: 0,
    });
    const failing = (command: string, ...args: readonly string[]) =>
      runCli([command, "--error-on-empty", ...args], inScratch);
    expect((await failing("check", "service.yaml")).code).toBe(2);
    expect((await failing("forecast", "service.yaml")).code).toBe(2);
    expect((await failing("diff", "a b", "a b", "--", "none")).code).toBe(2);
    rmSync(join(scratch, "service.yaml"));
  });
});
