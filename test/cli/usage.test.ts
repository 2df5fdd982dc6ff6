import { describe, expect, it } from "vitest";
import { lastVersion } from "../../shared/kubernetes/versions.ts";
import { expectGolden } from "../golden.ts";
import { runCli } from "./run-cli.ts";

describe("the command line", () => {
  it.each([
    [["chek"], "unknown command chek: did you mean check?"],
    [["deploy"], "unknown command deploy (see --help)"],
    [["--verson"], "unknown option --verson: did you mean --version?"],
    [["check"], "missing file: usage: pod-cadence check [options] FILE|DIR|GLOB|-…"],
    [["check", "--kubernets", "1.36", "pod.yaml"], "unknown option --kubernets: did you mean --kubernetes?"],
    [["check", "--kubernetes"], "--kubernetes requires a value: --kubernetes VERSION"],
    [
      ["check", "--kubernetes", "1.99", "pod.yaml"],
      `--kubernetes: Kubernetes "1.99" is not known. Write a version from "1.28" to "${lastVersion}".`,
    ],
    [["check", "--jobs", "0", "pod.yaml"], "invalid value 0 for --jobs: use a number from 1 to 64"],
    [["check", "--quiet=yes", "pod.yaml"], "--quiet does not take a value"],
    [["check", "--format", "jsn", "pod.yaml"], "invalid value jsn for --format: did you mean json?"],
    [
      ["check", "--format", "toml", "pod.yaml"],
      "invalid value toml for --format: choose one of text, json, sarif, github, junit, gitlab",
    ],
    [["check", "--timing", "real", "pod.yaml"], "invalid value real for --timing: choose one of kubelet, ideal"],
    [["check", "--feature-gates", "A", "pod.yaml"], "--feature-gates: A is not valid: use Gate=true or Gate=false"],
    [["check", "--config", "a.yaml", "--no-config", "pod.yaml"], "--config and --no-config cannot be combined"],
    [["check", "--config", "/no/such.yaml", "pod.yaml"], "--config: /no/such.yaml cannot be read."],
    [
      ["check", "--rule", "port-refused:warning", "pod.yaml"],
      '--rule: "port-refused" reports what Kubernetes rejects. Set it to error or off.',
    ],
    [["check", "pods.yaml"], "pods.yaml: no such file or directory"],
    [
      ["check", "pod.yaml", "--output", "json"],
      "invalid value json for --output, which names a file: did you mean --format json?",
    ],
    [
      ["simulate", "pod.yaml", "-o", "kubectl"],
      "invalid value kubectl for --output, which names a file: did you mean --format kubectl?",
    ],
    [["check", "pod.yaml", "--output", "no/such/dir.txt"], "--output: can't write no/such/dir.txt"],
    [["forecast", "--fail-on", "error", "pod.yaml"], "unknown option --fail-on (see --help)"],
    [
      ["simulate", "pod.yaml", "--until", "soon"],
      "invalid value soon for --until: use a duration such as 30m or 1h30m",
    ],
    [["simulate", "pod.yaml", "--until", "800h"], "invalid value 800h for --until: the maximum is 168h"],
    [["simulate", "pod.yaml", "--seed", "0"], "invalid value 0 for --seed: use an integer from 1 to 2147483648"],
    [["simulate", "pod.yaml", "--runs", "many"], "invalid value many for --runs: use an integer from 1 to 1000"],
    [
      ["simulate", "pod.yaml", "--runs", "3", "--format", "kubectl"],
      "--runs does not support --format kubectl: use text, json, or svg",
    ],
    [
      ["simulate", "pod.yaml", "--scenario", "ap: crashes"],
      '--scenario "ap: crashes": The pod has no container "ap". Did you mean "app"?',
    ],
    [
      ["simulate", "pod.yaml", "--at", "5m kubelet restrts"],
      '--at "5m kubelet restrts": "restrts" is not expected here. Did you mean "restarts"?',
    ],
    [["simulate", "pod.yaml", "--pod", "Pod/wep"], "--pod: Pod/wep not found: did you mean Pod/web?"],
    [["simulate", "--pod", "deploy/webb", "shop"], "--pod: deploy/webb not found: did you mean Deployment/web?"],
    [["check", "shop/*.yml"], "shop/*.yml: no such file or directory, and no file matches it"],
    [["help", "chek"], "unknown command chek: did you mean check?"],
    [["completion"], "missing shell: usage: pod-cadence completion bash|zsh|fish"],
    [["completion", "tcsh"], "unknown shell tcsh: choose one of bash, zsh, fish"],
    [["version", "1"], "unexpected argument 1: usage: pod-cadence version"],
    [["simulate", "empty.yaml"], "no pods found: choose a file with a Pod or with an object that has a pod template"],
    [["simulate", "shop"], /^found 3 pods: choose one with --pod Pod \| Deployment\/web \| Pod\/migrate$/],
    [["rules", "liveness-kills-starts"], "unknown rule liveness-kills-starts: did you mean liveness-kills-start?"],
    [["rules", "nonsense"], "unknown rule nonsense (see pod-cadence rules)"],
    [["rules", "a", "b"], "unexpected argument b: usage: pod-cadence rules [options] [RULE]"],
    [["observe", "a", "b"], "unexpected argument b: usage: pod-cadence observe [options] [POD|KIND/NAME]"],
    [
      ["observe", "Deployment/"],
      "invalid argument Deployment/: use the name of a pod, or KIND/NAME such as Deployment/web",
    ],
    [["observe", "-A", "-n", "web"], "--all-namespaces and --namespace cannot be combined"],
    [
      ["observe", "--watch", "-o", "pods.txt"],
      "--watch writes to stdout and cannot be combined with --output; redirect stdout instead",
    ],
    [
      ["observe", "--kubeconfig", "no/such/file"],
      "no kubeconfig found at no/such/file (from the kubeconfig setting or option). Create one, or choose another",
    ],
    [["lsp"], "choose one of --stdio, --port N, --pipe NAME"],
    [["lsp", "--port", "port"], "invalid value port for --port: use a number from 1 to 65535"],
  ])("%j ends with 2 and one line that says what to do", async (args, expected) => {
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
    ["help-diff", ["diff"]],
    ["help-observe", ["observe"]],
    ["help-rules", ["rules"]],
    ["help-lsp", ["lsp"]],
    ["help-init", ["init"]],
    ["help-mcp", ["mcp"]],
    ["help-completion", ["completion"]],
  ])("%s", async (name, command) => {
    const { stdout, stderr, code } = await runCli([...command, "--help"]);
    expectGolden(`cli/${name}`, stdout);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it.each([
    [["forecast", "--details"], "rings \\u001b[31m\\u0007\\u202edoor"],
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
