import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { diffSchema } from "../cli/pages/schemas.ts";
import { type Run, runCli } from "../cli/run-cli.ts";
import { expectGolden } from "../golden.ts";
import { areBuilt, folder as tools } from "./tools.ts";

// What a change of charts and overlays does, with the real git, Helm, and Kustomize.

const fixtures = path.join(import.meta.dirname, "fixtures");
const scratch = mkdtempSync(path.join(tmpdir(), "rendered-diff-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Files = Readonly<Record<string, string>>;

function write(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

function chart(values: string, name = "web"): Files {
  const probe = `          httpGet: {path: /healthz, port: 8080}
          periodSeconds: {{ .Values.liveness.periodSeconds }}
          failureThreshold: {{ .Values.liveness.failureThreshold }}
`;
  const deployment = `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: web
        image: registry.example/web:1
        livenessProbe:
${probe}`;
  return {
    "Chart.yaml": `apiVersion: v2\nname: ${name}\nversion: 0.1.0\n`,
    "values.yaml": values,
    "templates/deployment.yaml": deployment,
  };
}

function below(folder: string, files: Files): Files {
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
}

const patient = "liveness:\n  periodSeconds: 10\n  failureThreshold: 18\n";
const hasty = "liveness:\n  periodSeconds: 3\n  failureThreshold: 1\n";

let made = 0;

/** A repository with one commit; what is written or moved after it is in the work tree only. */
function repository(files: Files, overlay = false): string {
  made += 1;
  const folder = path.join(scratch, String(made));
  mkdirSync(folder);
  write(folder, files);
  if (overlay) cpSync(path.join(fixtures, "kustomize"), path.join(folder, "kustomize"), { recursive: true });
  const git = (...args: readonly string[]): void => {
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...who, ...args], { cwd: folder, stdio: "pipe" });
  };
  git("init", "-q", "-b", "main");
  git("add", "-A", "-f");
  git("commit", "-q", "-m", "before");
  return folder;
}

const gitFolder = path.dirname(execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim());

function diff(cwd: string, ...args: readonly string[]): Promise<Run> {
  return runCli(["diff", ...args], { cwd, env: { PATH: `${tools}${path.delimiter}${process.env["PATH"] ?? ""}` } });
}

async function diffJson(cwd: string, ...args: readonly string[]) {
  return diffSchema.parse(JSON.parse((await diff(cwd, "--format", "json", ...args)).stdout));
}

describe.skipIf(!areBuilt())("diff renders", () => {
  const cwd = repository({ ...below("charts/web", chart(patient)), "prod.yaml": hasty, "pod.yaml": "kind: Pod\n" });
  write(cwd, { "charts/web/values.yaml": patient.replace("18", "2"), "prod.yaml": hasty.replace("3", "4") });

  it("the charts that a commit changes, with the lines of values and templates", async () => {
    const { stdout, stderr, code } = await diff(cwd, "HEAD", ".");
    expectGolden("render/diff-chart", stdout);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const { changes } = await diffJson(cwd, "HEAD", ".");
    expect(changes.map(({ path: at, name, sources }) => [at, name, sources.map((each) => each.path)])).toEqual([
      ["charts/web", "web", ["charts/web/values.yaml"]],
    ]);
  });

  it("as a comment and as SARIF, in the files that people edit", async () => {
    const { stdout } = await diff(cwd, "--format", "markdown", "HEAD", ".");
    expect(stdout).toContain("in charts/web/values.yaml:3");
    const sarif = (await diff(cwd, "--format", "sarif", "HEAD", ".")).stdout;
    expect(sarif).not.toContain('"uri": "charts/web"');
  });

  it("what is named, with values of each side", async () => {
    const { stdout, stderr } = await diff(cwd, "--helm", "charts/web", "-f", "prod.yaml", "HEAD", ".");
    expect(stdout).toMatch(/^charts\/web with prod\.yaml\n {2}Deployment\/web: /);
    expect(stdout).toContain("in prod.yaml:2");
    expect(stderr).toBe("");
  });

  it.each([
    [
      "tag",
      `${patient}image:\n  repository: registry.example/web\n  tag: "1.0"\n`,
      ["1.0", "1.1"],
      "charts/web/values.yaml:6",
    ],
    [
      "repository",
      `${patient}image:\n  repository: registry.example/web\n  tag: "1.0"\n`,
      ["example", "test"],
      "charts/web/values.yaml:5",
    ],
  ] as const)("an image of two values, of which the %s changes", async (_, values, [from, to], place) => {
    const files = chart(values);
    const template = files["templates/deployment.yaml"]?.replace(
      "registry.example/web:1",
      "{{ .Values.image.repository }}:{{ .Values.image.tag }}",
    );
    const own = repository(below("charts/web", { ...files, "templates/deployment.yaml": template ?? "" }));
    write(own, { "charts/web/values.yaml": values.replace(from, to) });
    const { stdout } = await diff(own, "HEAD", ".");
    expect(stdout).toContain(`Deployment/web: same forecast\n    in ${place}\n    applied  replaces all pods`);
  });

  it("a tag that a kustomization sets", async () => {
    const base = chart(patient)["templates/deployment.yaml"]?.replaceAll(/\{\{.*\}\}/g, "5") ?? "";
    const overlay = "resources: [../base]\nimages:\n- name: registry.example/web\n  newTag: v1.2.3\n";
    const own = repository({
      "base/kustomization.yaml": "resources: [web.yaml]\n",
      "base/web.yaml": base,
      "prod/kustomization.yaml": overlay,
    });
    write(own, { "prod/kustomization.yaml": overlay.replace("v1.2.3", "v1.2.4") });
    expect((await diff(own, "HEAD", ".")).stdout).toContain("in prod/kustomization.yaml:4\n");
  });

  it("from a folder below, with the paths of there", async () => {
    const { stdout } = await diff(path.join(cwd, "charts"), "--helm", "web", "HEAD", ".");
    expect(stdout).toMatch(/^web\n {2}Deployment\/web: changed\n {4}in web\/values\.yaml:3\n/);
  });

  it("leaves nothing behind", () => {
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("pod-cadence-commit-"))).toEqual([]);
    expect(execFileSync("git", ["status", "--short"], { cwd, encoding: "utf8" })).toBe(
      " M charts/web/values.yaml\n M prod.yaml\n",
    );
  });

  it("two folders", async () => {
    const folders = path.join(scratch, "folders");
    write(folders, { ...below("before", chart(patient)), ...below("after", chart(hasty)) });
    const { stdout } = await diff(folders, "before", "after");
    expect(stdout).toContain("in after/values.yaml:2, 3");
    expect((await diff(folders, "--helm", ".", "before", "after")).stdout).toBe(stdout);
  });

  it("an overlay in which only the kustomization, or only the base, changes", async () => {
    const own = repository({}, true);
    const file = path.join(own, "kustomize/overlays/prod/kustomization.yaml");
    cpSync(path.join(fixtures, "kustomize/overlays/prod/kustomization.yaml"), file);
    write(own, {
      "kustomize/overlays/prod/kustomization.yaml": "resources: [../../base]\n",
    });
    const { changes } = await diffJson(own, "HEAD", ".");
    expect(changes.map(({ path: at, name }) => `${at} ${name}`)).toEqual(["kustomize/overlays/prod web"]);
    const named = await diffJson(own, "-k", "kustomize/overlays/prod", "HEAD", ".");
    expect(named.changes).toEqual(changes);
  });

  it("a chart that moved, by the names of its objects", async () => {
    const own = repository(below("charts/web", chart(patient)));
    renameSync(path.join(own, "charts/web"), path.join(own, "charts/shop"));
    const { stdout, stderr } = await diff(own, "HEAD", ".");
    expect(stdout).toBe("No difference in 6 files.\n");
    expect(stderr).toContain("charts/shop is not in HEAD");
  });
});

describe.skipIf(!areBuilt())("diff of a HelmRelease", () => {
  const releaseOf = (name: string, chartSpec: string, values: string): string =>
    `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ${name}, namespace: shop}
spec:
  interval: 5m
  chart: {spec: ${chartSpec}}
  values:${values}
`;
  const local = "{chart: ./charts/web, sourceRef: {kind: GitRepository, name: repo}}";
  const remote = "{chart: podinfo, sourceRef: {kind: HelmRepository, name: podinfo}}";
  const own = (failures: number) =>
    releaseOf(
      "web",
      local,
      `\n    # As of today.\n    liveness:\n      periodSeconds: 10\n      failureThreshold: ${failures}`,
    );
  const other = (failures: number) => releaseOf("podinfo", remote, ` {liveness: {failureThreshold: ${failures}}}`);
  const files = { ...below("charts/web", chart(patient)), "apps/web.yaml": own(18), "apps/podinfo.yaml": other(3) };

  it("renders the chart of the repository with its values, and names the line", async () => {
    const cwd = repository(files);
    write(cwd, { "apps/web.yaml": `# Moved down.\n${own(2)}` });
    const { stdout, stderr } = await diff(cwd, "HEAD", ".");
    expect(stdout).toMatch(/^HelmRelease\/web\n {2}Deployment\/web: \w+\n {4}in apps\/web\.yaml:12\n/);
    expect(stdout).toMatch(/1 object changed: 1 \w+\.\n$/);
    expect(stderr).toBe("");
  });

  it("says what it can't render, and nothing where only the interval differs", async () => {
    const cwd = repository(files);
    write(cwd, { "apps/podinfo.yaml": other(1) });
    const { stdout, stderr } = await diff(cwd, "HEAD", ".");
    expect(stdout).toBe("Not compared: HelmRelease/podinfo. Nothing else differs.\n");
    expect(stderr).toContain("the chart podinfo of HelmRepository/podinfo is not in this repository");
    write(cwd, { "apps/podinfo.yaml": other(3).replace("5m", "9m") });
    expect(await diff(cwd, "HEAD", ".")).toMatchObject({ stdout: expect.stringMatching(/^No difference/), stderr: "" });
    write(cwd, { "apps/web.yaml": own(18).replace("values:", "values:\n    image: {tag: v2}") });
    expect((await diff(cwd, "HEAD", ".")).stderr).toContain(
      "HelmRelease/web differs, and the pods that its chart makes",
    );
    expect((await diff(cwd, "apps/web.yaml", "apps/podinfo.yaml")).stdout).toMatch(
      /Not compared: HelmRelease\/podinfo/,
    );
  });

  it("has what check and forecast say of its pods", async () => {
    const cwd = repository({ ...files, "apps/web.yaml": own(1), "apps/other.yaml": other(2) });
    const env = { PATH: `${tools}${path.delimiter}${process.env["PATH"] ?? ""}` };
    const forecast = await runCli(["forecast", "apps"], { cwd, env });
    expect(forecast.stdout).toMatch(/^HelmRelease\/web in apps\/web\.yaml\nDeployment\/web /);
    expect(forecast.stdout.split("Deployment/web ")).toHaveLength(2);
    expect(forecast.stderr).toContain(
      "HelmRelease/podinfo in apps/other.yaml and 1 other HelmRelease are not rendered",
    );
    const check = await runCli(["check", "apps/web.yaml"], { cwd, env });
    expect(check.stdout).toContain("1 pod");
    expect(check.code).toBe(0);
    const bare = await runCli(["forecast", "apps/web.yaml"], { cwd, env: { PATH: path.dirname(process.execPath) } });
    expect(bare.stderr).toContain("HelmRelease/web in apps/web.yaml is not rendered: helm is not on the PATH");
  });

  it("finds a chart behind a link", async () => {
    const cwd = repository({ ...files, "apps/web.yaml": own(18).replace("./charts/web", "./apps/linked") });
    symlinkSync("../charts/web", path.join(cwd, "apps/linked"));
    write(cwd, { "apps/web.yaml": own(2).replace("./charts/web", "./apps/linked") });
    const { changes } = await diffJson(cwd, "HEAD", ".");
    expect(changes.map(({ path: at, is }) => [at, is])).toEqual([["HelmRelease/web", "changed"]]);
  });

  it("renders it where its chart changes alone, or its file moves", async () => {
    const cwd = repository(files);
    write(cwd, {
      "charts/web/templates/deployment.yaml":
        chart(patient)["templates/deployment.yaml"]?.replace("healthz", "livez") ?? "",
    });
    renameSync(path.join(cwd, "apps/web.yaml"), path.join(cwd, "apps/site.yaml"));
    const { changes } = await diffJson(cwd, "HEAD", ".");
    expect(changes.map(({ path: at, outcome }) => [at, outcome])).toEqual([
      ["charts/web", "none"],
      ["HelmRelease/web", "none"],
    ]);
    write(cwd, { "apps/site.yaml": own(2) });
    const worse = (await diffJson(cwd, "HEAD", ".")).changes.filter(({ outcome }) => outcome !== "none");
    expect(worse.map(({ path: at }) => at)).toEqual(["HelmRelease/web"]);
  });
});

describe.skipIf(!areBuilt())("diff says what it can't render, and compares the rest", () => {
  const pod = `apiVersion: v1
kind: Pod
metadata: {name: alone, annotations: {argocd.argoproj.io/sync-options: "Force=true"}}
spec: {containers: [{name: app, image: registry.example/app, livenessProbe: {tcpSocket: {port: 80}}}]}
`;
  const files = { ...below("charts/web", chart(patient)), "pod.yaml": pod };
  const changed = {
    "charts/web/values.yaml": hasty,
    "pod.yaml": pod.replace("port: 80}", "port: 80}, periodSeconds: 60"),
  };

  it("a chart that does not render on one side", async () => {
    const cwd = repository(files);
    write(cwd, { ...changed, "charts/web/values.yaml": "other: 1\n" });
    const { stdout, stderr, code } = await diff(cwd, "HEAD", ".");
    expect(stdout).toContain("Pod/alone: changed");
    expect(stdout).toContain("Not compared: charts/web.");
    expect(stderr).toMatch(/^pod-cadence: charts\/web does not render in \.: helm can't render charts\/web: /);
    expect(stderr).not.toContain(tmpdir());
    expect(code).toBe(0);
  });

  it("no Helm", async () => {
    const cwd = repository(files);
    write(cwd, changed);
    const env = { PATH: [path.dirname(process.execPath), gitFolder].join(path.delimiter) };
    const { stdout, stderr } = await runCli(["diff", "HEAD", "."], { cwd, env });
    expect(stdout).toContain("Pod/alone: changed");
    expect(stdout).toContain("Not compared: charts/web.");
    expect(stderr).toContain("charts/web is not rendered: helm is not on the PATH");
  });

  it.each([
    ["a chart that is nowhere", ["--helm", "none"], "HEAD and . have no chart none"],
    ["a chart in a registry", ["--helm", "oci://registry.example/web"], "HEAD and . have no chart oci://"],
    ["an overlay that is nowhere", ["-k", "none"], "HEAD and . have no overlay none"],
    ["a folder without a kustomization", ["-k", "charts"], "charts does not render in HEAD: kustomize can't build"],
  ])("%s, with exit 2", async (_, args, sentence) => {
    const { stdout, stderr, code } = await diff(repository(files), ...args, "HEAD", ".");
    expect(stderr).toContain(sentence);
    expect(stdout).toMatch(/^Not compared: .*\. Nothing else differs\.$/m);
    expect(code).toBe(2);
  });

  it("an overlay with a base on another machine, without fetching it", async () => {
    const cwd = repository({ "app/kustomization.yaml": "resources: ['https://example.invalid/base?ref=v1']\n" });
    write(cwd, { "app/kustomization.yaml": "resources: ['https://example.invalid/base?ref=v2']\n" });
    const { stdout, stderr } = await diff(cwd, "HEAD", ".");
    expect(stdout).toBe("Not compared: app. Nothing else differs.\n");
    expect(stderr).toContain("https://example.invalid/base?ref=v1 is on another machine, and nothing is fetched");
  });

  it("values that belong to no chart here, a library chart, and values that one side lacks", async () => {
    const cwd = repository({ ...files, "env/values.yaml": "a: 1\n", "lib/Chart.yaml": "name: lib\ntype: library\n" });
    write(cwd, { "env/values.yaml": "a: 2\n", "lib/values.yaml": "a: 2\n", "new.yaml": hasty });
    const { stdout, stderr } = await diff(cwd, "HEAD", ".");
    expect(stdout).toContain("Not compared: lib, env/values.yaml.");
    expect(stderr).toContain("env/values.yaml has values of a chart: diff --helm CHART -f env/values.yaml");
    expect(stderr).toContain("lib is a library chart");
    const named = await diff(cwd, "--helm", "charts/web", "-f", "new.yaml", "HEAD", ".");
    expect(named.stderr).toContain("new.yaml is not in HEAD: rendered there without it");
    expect(named.stdout).toContain("Deployment/web: ");
  });
});

it("refuses to render single files, and values without a chart", async () => {
  const files = await runCli(["diff", "--helm", "chart", "prod.yaml", "broken.yaml"], { cwd: fixtures });
  expect(files).toMatchObject({ code: 2, stderr: expect.stringContaining("a file has no charts") });
  const alone = await runCli(["diff", "-f", "prod.yaml", "chart", "kustomize"], { cwd: fixtures });
  expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining("add --helm CHART") });
  expect(existsSync(path.join(fixtures, "chart"))).toBe(true);
});
