import assert from "node:assert/strict";
import { codeAction } from "../harness/actions.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { openFile } from "../harness/commands.ts";
import { lineLike, putCursorBehind } from "../harness/editor.ts";
import { problemLike } from "../harness/problems.ts";

// What a kubelet reads from the disk of its node: it has rules of its own.

const windowTest = windowTests();

const proxy = "etc/kubernetes/manifests/proxy.yaml";
const settings = { "podCadence.kubeletConfiguration": "node/kubelet.yaml" };

windowTest("static pods are those in the kubelet's folders", { file: proxy, settings }, async (workbench) => {
  await problemLike(workbench, /static pods may not reference serviceaccounts.* \[Ln 8, Col 3\]/);
  await keepPicture(workbench, "static-pod");
  // Where `staticPodPath` leads.
  await openFile(workbench, "log.yaml");
  await problemLike(workbench, /static pods may not reference configmaps.* \[Ln 10, Col 7\]/);
});

windowTest("a configuration inside a ConfigMap", { file: "kubelet-config-map.yaml" }, async (workbench) => {
  const { keyboard } = workbench.page;
  await problemLike(workbench, /KubeletCrashLoopBackOffMax\?.* \[Ln 14, Col 7\]/);
  await putCursorBehind(workbench, "kubeletCrashLoopBackOffMax");
  await (await codeAction(workbench, "KubeletCrashLoopBackOffMax")).click();
  await lineLike(workbench, /^ {6}KubeletCrashLoopBackOffMax: true$/);
  // Now the kubelet gets as far as the value.
  await problemLike(workbench, /must be set between 1s and 300s.* \[Ln 12, Col 34\]/);
  await keepPicture(workbench, "config-map");
  await putCursorBehind(workbench, "maxContainerRestartPeriod: 4");
  await keyboard.press("Backspace");
  await keyboard.type("1");
  assert.match(await lineLike(workbench, /maxContainerRestartPeriod: 100s.+/), /0s 10s 20s 40s … 1m40s$/);
});
