import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { diffSchema } from "./pages/schemas.ts";
import { runCli } from "./run-cli.ts";

// What an upgrade of Kubernetes changes for files that stay as they are.

const cwd = mkdtempSync(join(tmpdir(), "pod-cadence-upgrade-"));
afterAll(() => rmSync(cwd, { recursive: true }));

const plain =
  "apiVersion: v1\nkind: Pod\nmetadata: {name: plain}\nspec: {containers: [{name: app, image: registry.example/app}]}\n";
const rules = `apiVersion: v1
kind: Pod
metadata: {name: ruled}
spec:
  restartPolicy: Never
  containers:
  - name: app
    image: registry.example/app
    restartPolicy: Never
    restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]
`;
const kubelet = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
crashLoopBackOff: {maxContainerRestartPeriod: 30s}
`;
writeFileSync(join(cwd, "plain.yaml"), plain);
writeFileSync(join(cwd, "ruled.yaml"), rules);
writeFileSync(join(cwd, "kubelet.yaml"), kubelet);
writeFileSync(join(cwd, "values.yaml"), "a: 1\n");

async function upgrade(from: string, to: string, ...args: readonly string[]) {
  const { stdout } = await runCli(["diff", "--format", "json", "--from", from, "--to", to, ...args], { cwd });
  return diffSchema.parse(JSON.parse(stdout));
}

describe("diff --from --to", () => {
  it("says what an upgrade changes, and counts the rest", async () => {
    const { stdout, stderr, code } = await runCli(["diff", "--from", "1.34", "--to", "1.35", "."], { cwd });
    expect(stdout).toContain("Pod/ruled: changed");
    expect(stdout).toMatch(/KubeletConfiguration: better\n(?:.*\n)*.*gone .*The kubelet does not start/);
    expect(stdout).toMatch(/\n2 objects changed: 1 better, 1 changed\. 1 object unchanged\.\n$/);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect((await runCli(["diff", "--from", "1.34", "--to", "1.35", "--fail-on", "changed", "."], { cwd })).code).toBe(
      1,
    );
  });

  it("takes a kubelet that no longer starts for refused", async () => {
    const gate = kubelet.replace(/crashLoop.*/, "featureGates: {SidecarContainers: false}");
    const { stdout } = await runCli(["diff", "--from", "1.32", "--to", "1.33", "--fail-on", "worse", "-"], {
      cwd,
      stdin: gate,
    });
    expect(stdout).toContain("KubeletConfiguration: refused");
  });

  it("counts what stays, alone", async () => {
    const { stdout } = await runCli(["diff", "--from", "1.36", "--to", "1.37", "plain.yaml", "ruled.yaml"], { cwd });
    expect(stdout).toBe("No difference: 2 objects unchanged.\n");
  });

  it("takes a field that the older version does not know for rejected there", async () => {
    const { changes, base, head } = await upgrade("v1.33.4", "1.34", "ruled.yaml");
    expect({ base, head }).toEqual({ base: "v1.33.4", head: "1.34" });
    expect(changes.map(({ outcome }) => outcome)).toEqual(["better"]);
    expect(changes[0]?.findings.gone.map(({ rule }) => rule)).toContain("field-too-new");
  });

  it("reads a dump from standard input", async () => {
    const { stdout } = await runCli(["diff", "--from", "1.34", "--to", "1.35", "-"], { cwd, stdin: rules });
    expect(stdout).toContain("after exit code 42  does not restart → restarts after");
  });

  it("says which steps an upgrade has, and how long nodes may stay", async () => {
    const { notes } = await upgrade("1.34", "1.37", "plain.yaml");
    expect(notes).toEqual([
      "a control plane is upgraded one minor at a time (1.35, 1.36, 1.37); nodes may stay on 1.34 until it is 1.37",
    ]);
    expect((await upgrade("1.30", "1.37", "plain.yaml")).notes[0]).toContain(
      "nodes of 1.30 have to be upgraded before it is later than 1.33",
    );
  });

  it("says which gates of the project file are gone", async () => {
    writeFileSync(join(cwd, ".pod-cadence.yaml"), "featureGates: {SidecarContainers: true}\n");
    const { notes } = await upgrade("1.33", "1.37", "plain.yaml");
    rmSync(join(cwd, ".pod-cadence.yaml"));
    expect(notes.join()).toContain("SidecarContainers");
  });

  it("upgrades the API server, too, where the project file has a version of it", async () => {
    writeFileSync(join(cwd, ".pod-cadence.yaml"), 'kubernetes: "1.33"\napiServer: {kubernetes: "1.33"}\n');
    const { changes } = await upgrade("1.33", "1.34", "ruled.yaml");
    rmSync(join(cwd, ".pod-cadence.yaml"));
    expect(changes.map(({ outcome }) => outcome)).toEqual(["better"]);
  });

  it("asks the older version for the gates of the options, and says which the newer one lacks", async () => {
    const gates = ["--feature-gates", "SidecarContainers=true", "plain.yaml", "ruled.yaml"];
    const known = await runCli(["diff", "--from", "1.31", "--to", "1.32", ...gates], { cwd });
    expect({ stderr: known.stderr, code: known.code }).toEqual({ stderr: "", code: 0 });
    const gone = await runCli(["diff", "--from", "1.36", "--to", "1.37", ...gates], { cwd });
    expect(gone.stdout).toContain("unchanged");
    expect(gone.stderr.split("1.37 does not start")).toHaveLength(2);
    expect(gone.code).toBe(2);
  });

  it.each([
    [["--from", "1.37", "--to", "1.34", "plain.yaml"], "has to be later than --from 1.37"],
    [["--from", "1.35", "--to", "1.35", "plain.yaml"], "has to be another version than --from 1.35"],
    [["--from", "1.34", "plain.yaml"], "--to is missing"],
    [["--from", "1.34", "--to", "2.0", "plain.yaml"], "--to: 2.0 is not one of 1.28 to 1."],
    [["--from", "1.34", "--to", "1.35", "--kubernetes", "1.36", "plain.yaml"], "leave out --kubernetes"],
    [["--from", "1.34", "--to", "1.35", "none.yaml"], "none.yaml: no such file"],
    [["--from", "1.34", "--to", "1.35"], "missing file"],
  ])("%j is a sentence and exit 2", async (args, sentence) => {
    const { stderr, code } = await runCli(["diff", ...args], { cwd });
    expect(stderr).toContain(sentence);
    expect(code).toBe(2);
  });
});
