import assert from "node:assert/strict";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { goTo, goToEnd, lineLike, putCursorBehind, saved } from "../harness/editor.ts";
import { languageStatus } from "../harness/status.ts";
import { atKeyboard, documentation, suggestions, suggestWhileTyping } from "../harness/suggestions.ts";

// Nobody presses Ctrl+Space here: suggestions come while one types, and what is taken is YAML in its place.

const windowTest = windowTests();
const settings = suggestWhileTyping;

windowTest("fields and values of a pod", { file: "web.yaml", settings }, async (workbench) => {
  await lineLike(workbench, /name: logs.*↻/);
  await putCursorBehind(workbench, "logs:2.0.0");
  await atKeyboard(workbench, [{ type: "\nli" }]);
  assert.deepEqual(await suggestions(workbench, "livenessProbe"), ["livenessProbe", "lifecycle"]);
  assert.match(
    await documentation(workbench),
    /After failureThreshold consecutive failures the kubelet kills the container/,
  );
  await keepPicture(workbench, "completion-pod");
  await atKeyboard(workbench, [
    { take: "livenessProbe" },
    { take: "httpGet" },
    { take: "port" },
    { type: "8080\n" },
    { press: "Shift+Tab" },
    { type: "fail" },
    { take: "failureThreshold" },
    { type: "5\nperiodSeconds: 1\n" },
    { press: "Shift+Tab" },
    { type: "restart" },
    { take: "restartPolicy" },
    { type: "Al" },
    { take: "Always" },
  ]);
  const lines = [
    "    image: registry.example/logs:2.0.0",
    "    livenessProbe:",
    "      httpGet:",
    "        port: 8080",
    "      failureThreshold: 5",
    "      periodSeconds: 1",
    "    restartPolicy: Always",
  ];
  assert.ok((await saved(workbench, "web.yaml")).endsWith(`\n${lines.join("\n")}\n`));
});

windowTest("fields and gates of a KubeletConfiguration", { file: "kubeletconf.yaml", settings }, async (workbench) => {
  await languageStatus(workbench, /Kubernetes 1\.37/);
  await goToEnd(workbench, "kubeletconf.yaml");
  await atKeyboard(workbench, [
    { type: "crash" },
    { take: "crashLoopBackOff" },
    { take: "maxContainerRestartPeriod" },
    { type: "30s\n" },
    { press: "Shift+Tab" },
    { type: "featureG" },
    { take: "featureGates" },
    { type: "reduce" },
  ]);
  await suggestions(workbench, "ReduceDefaultCrashLoopBackOffDecay");
  assert.match(await documentation(workbench), /Kubernetes 1\.37: alpha, off by default/);
  await keepPicture(workbench, "completion-kubelet");
  await atKeyboard(workbench, [{ take: "ReduceDefaultCrashLoopBackOffDecay" }]);
  const lines = [
    "crashLoopBackOff:",
    "  maxContainerRestartPeriod: 30s",
    "featureGates:",
    "  ReduceDefaultCrashLoopBackOffDecay: true",
  ];
  assert.ok((await saved(workbench, "kubeletconf.yaml")).endsWith(`\n${lines.join("\n")}`));
});

windowTest("the project file", { file: "pinned/.pod-cadence.yaml", settings }, async (workbench) => {
  await languageStatus(workbench, /Kubernetes 1\.34/);
  await goTo(workbench, "2");
  await atKeyboard(workbench, [{ type: "sem" }]);
  await suggestions(workbench, "semantics");
  assert.match(await documentation(workbench), /\S/);
  await keepPicture(workbench, "completion-project");
  await atKeyboard(workbench, [
    { take: "semantics" },
    { take: "released" },
    { type: "\nrul" },
    { take: "rules" },
    { type: "liveness-eq" },
    { take: "liveness-equals-readiness" },
    { take: "off" },
  ]);
  const lines = ['kubernetes: "1.34"', "semantics: released", "rules:", "  liveness-equals-readiness: off"];
  assert.equal(await saved(workbench, "pinned/.pod-cadence.yaml"), lines.join("\n"));
});

windowTest("a scenario", { file: "web.yaml", settings }, async (workbench) => {
  await lineLike(workbench, /name: logs.*↻/);
  await putCursorBehind(workbench, "name: logs");
  await atKeyboard(workbench, [{ type: " # cadence: cr" }]);
  await suggestions(workbench, "crashes");
  await keepPicture(workbench, "completion-scenario");
  await atKeyboard(workbench, [
    { take: "crashes" },
    { type: " " },
    { take: "after" },
    { type: "30s x3, " },
    { take: "then" },
    { type: " ru" },
    { take: "runs" },
  ]);
  assert.match(await lineLike(workbench, /name: logs.*crashes 3×/), /# cadence: crashes after 30s x3, then runs/);
});
