import { describe, expect, test } from "vitest";
import { staticPodPlace } from "../../../../server/schema/files/static-pod-folder.ts";
import { check, settingsOf } from "../../rules/check-rules.ts";

const main = "file:///repo/nodes/kubelet.yaml";

describe("which files a kubelet reads", () => {
  test.each<[string, string | undefined, ReturnType<typeof staticPodPlace>]>([
    ["/repo/nodes/manifests/proxy.yaml", "manifests", "configured"],
    ["/repo/manifests/proxy.yaml", "manifests", undefined],
    ["/repo/nodes/manifests/more/proxy.yaml", "manifests", undefined],
    ["/repo/nodes/manifests/.proxy.yaml", "manifests", undefined],
    ["/repo/nodes/manifests/proxy.yaml", "manifests/proxy.yaml", "configured"],
    ["/repo/image/etc/pods/proxy.yaml", "/etc/pods/", "configured"],
    ["/repo/image/etc/pods.old/proxy.yaml", "/etc/pods", undefined],
    ["/repo/image/etc/kubernetes/manifests/proxy.yaml", undefined, "usual"],
    ["/etc/kubernetes/manifests/kube-apiserver.yaml", "", "usual"],
    ["/var/lib/rancher/k3s/agent/pod-manifests/etcd.yaml", undefined, "usual"],
    ["/repo/manifests/proxy.yaml", undefined, undefined],
  ])("%s with staticPodPath %s: %s", (path, staticPodPath, place) => {
    expect(staticPodPlace(`file://${path}`, staticPodPath, main)).toBe(place);
  });
});

describe("what is said in a folder of static pods", () => {
  const deployment =
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: app, image: registry.example/app}]}\n";
  const pod =
    "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {serviceAccountName: web, containers: [{name: app, image: registry.example/app}]}\n";

  test.each<[string, string, ReturnType<typeof staticPodPlace>, readonly string[]]>([
    ["a Deployment where the settings say so", deployment, "configured", ["static-pod-refused kind"]],
    ["a Deployment in a folder of that name", deployment, "usual", []],
    ["a Pod that refers to an account", pod, "usual", ["static-pod-refused spec.serviceAccountName"]],
    ["the same Pod elsewhere", pod, undefined, []],
    ["a second document where the settings say so", `${pod}---\n${pod}`, "configured", ["static-pod-first-document "]],
    ["a second document in a folder of that name", `${pod}---\n${pod}`, "usual", []],
  ])("%s", async (_, text, staticPods, expected) => {
    const found = check(text, { ...(await settingsOf("")), staticPods }).map(
      ({ rule, path }) => `${rule} ${path.join(".")}`,
    );
    for (const finding of expected) expect(found).toContain(finding);
    if (expected.length === 0) expect(found.filter((each) => each.startsWith("static-pod-refused kind"))).toEqual([]);
    expect(found.some((each) => each.startsWith("static-pod-first"))).toBe(
      expected.some((each) => each.startsWith("static-pod-first")),
    );
  });
});
