import { describe, expect, it } from "vitest";
import { expectGolden } from "../golden.ts";
import { runCli } from "./run-cli.ts";

describe("the command line", () => {
  it.each([
    [[], "a command is missing: check, forecast, simulate, observe, rules, lsp (see --help)"],
    [["chek"], "unknown command chek: did you mean check?"],
    [["deploy"], "unknown command deploy: write one of check, forecast, simulate, observe, rules, lsp"],
    [["--verson"], "unknown option --verson: did you mean --version?"],
    [["check"], "check needs a file: usage: pod-cadence check [options] FILE|DIR|-…"],
    [["check", "--kubernets", "1.36", "pod.yaml"], "unknown option --kubernets: did you mean --kubernetes?"],
    [["check", "--kubernetes"], "--kubernetes needs a value: write --kubernetes VERSION"],
    [
      ["check", "--kubernetes", "1.99", "pod.yaml"],
      '--kubernetes: Kubernetes "1.99" is not known. Write a version from "1.28" to "1.37".',
    ],
    [["check", "--quiet=yes", "pod.yaml"], "--quiet takes no value"],
    [["check", "--format", "jsn", "pod.yaml"], "--format cannot be jsn: did you mean json?"],
    [["check", "--format", "sarif", "pod.yaml"], "--format cannot be sarif: write text or json"],
    [["check", "--timing", "real", "pod.yaml"], "--timing cannot be real: write kubelet or ideal"],
    [
      ["check", "--feature-gates", "A", "pod.yaml"],
      "--feature-gates: A is not understood: write Gate=true or Gate=false",
    ],
    [
      ["check", "--config", "a.yaml", "--no-config", "pod.yaml"],
      "--config and --no-config exclude each other: leave one out",
    ],
    [["check", "pods.yaml"], "pods.yaml: no such file or directory"],
    [["check", "pod.yaml", "--output", "no/such/dir.txt"], "--output: no/such/dir.txt cannot be written"],
    [["forecast", "--fail-on", "error", "pod.yaml"], /^unknown option --fail-on: write one of --format, /],
    [["simulate", "pod.yaml", "--until", "soon"], "--until cannot be soon: write a duration such as 30m or 1h30m"],
    [["simulate", "pod.yaml", "--until", "800h"], "--until cannot be 800h: the longest is 168h"],
    [["simulate", "pod.yaml", "--seed", "0"], "--seed cannot be 0: write a whole number from 1 to 2147483648"],
    [["simulate", "pod.yaml", "--runs", "many"], "--runs cannot be many: write a whole number from 1 to 1000"],
    [
      ["simulate", "pod.yaml", "--runs", "3", "--format", "kubectl"],
      "--runs cannot be written as kubectl: write --format text, json or svg",
    ],
    [
      ["simulate", "pod.yaml", "--scenario", "ap: crashes"],
      '--scenario "ap: crashes": The pod has no container "ap": did you mean "app"?',
    ],
    [
      ["simulate", "pod.yaml", "--at", "5m kubelet restrts"],
      '--at "5m kubelet restrts": "restrts" cannot stand here: did you mean "restarts"?',
    ],
    [["simulate", "pod.yaml", "--pod", "Pod/wep"], "--pod: there is no Pod/wep: did you mean Pod/web?"],
    [
      ["simulate", "empty.yaml"],
      "there is no pod to play: write a file with a Pod, or with an object that has a pod template",
    ],
    [["simulate", "shop"], /^there are 3 pods: choose one with --pod Pod \| Deployment\/web \| Pod\/migrate$/],
    [["rules", "liveness-kills-starts"], "unknown rule liveness-kills-starts: did you mean liveness-kills-start?"],
    [["rules", "nonsense"], "unknown rule nonsense: pod-cadence rules lists them"],
    [["rules", "a", "b"], "rules takes no b: usage: pod-cadence rules [options] [RULE]"],
    [["observe", "a", "b"], "observe takes no b: usage: pod-cadence observe [options] [POD|KIND/NAME]"],
    [
      ["observe", "Deployment/"],
      "Deployment/ names nothing: write the name of a pod, or KIND/NAME such as Deployment/web",
    ],
    [["observe", "-A", "-n", "web"], "--all-namespaces and --namespace exclude each other: leave one out"],
    [["observe", "--watch", "-o", "pods.txt"], "--watch writes to standard output: leave --output out, or redirect it"],
    [
      ["observe", "--kubeconfig", "no/such/file"],
      "there is no kubeconfig at no/such/file, which the kubeconfig setting or option names: create one, or name another",
    ],
    [["lsp"], "lsp speaks one way: write --stdio, --port N or --pipe NAME"],
    [["lsp", "--port", "port"], "--port cannot be port: write a number from 1 to 65535"],
  ])("%j ends with 2 and one line that says what to write", async (args, expected) => {
    const { stdout, stderr, code } = await runCli(args);
    const line = expect.stringMatching(/^pod-cadence: .*\n$/);
    expect({ stdout, stderr, code }).toEqual({ stdout: "", stderr: line, code: 2 });
    const problem = stderr.slice("pod-cadence: ".length, -1);
    if (typeof expected === "string") expect(problem).toBe(expected);
    else expect(problem).toMatch(expected);
  });

  it("names a kubelet configuration that is not there, and gates that do not exist", async () => {
    const missing = await runCli(["check", "--kubelet-config", "nope.yaml", "pod.yaml"]);
    expect(missing.stderr).toContain("--kubelet-config: nope.yaml cannot be read");
    const gate = await runCli(["check", "--feature-gates", "NoSuchGate=true", "pod.yaml"]);
    expect(gate.stderr).toContain("--feature-gates: ");
    expect([missing.code, gate.code]).toEqual([2, 2]);
  });

  it.each([
    ["help", []],
    ["help-check", ["check"]],
    ["help-forecast", ["forecast"]],
    ["help-simulate", ["simulate"]],
    ["help-observe", ["observe"]],
    ["help-rules", ["rules"]],
    ["help-lsp", ["lsp"]],
  ])("%s", async (name, command) => {
    const { stdout, stderr, code } = await runCli([...command, "--help"]);
    expectGolden(`cli/${name}`, stdout);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it.each([
    [["forecast"], "rings \\u001b[31m\\u0007\\u202edoor keeps crashing"],
    [["forecast", "--color", "always"], "\u001b[4m-\u001b[24m\n"],
    [["simulate", "--format", "kubectl"], "\\u001b[2Jclears"],
    [["simulate", "--format", "json"], '"\\u001b[2Jclears"'],
  ])("%j writes in plain letters what a terminal would obey", async (command, expected) => {
    const name = "rings \u001b[31m\u0007\u202edoor";
    const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "\u001b[2Jclears" } };
    const stdin = JSON.stringify({ ...pod, spec: { containers: [{ name, image: "x" }] } });
    const { stdout } = await runCli([...command, "-"], { stdin });
    expect(stdout).toContain(expected);
    expect(stdout).not.toContain("\u202e");
  });

  it("says its version", async () => {
    const { stdout, code } = await runCli(["--version"]);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(code).toBe(0);
  });
});
