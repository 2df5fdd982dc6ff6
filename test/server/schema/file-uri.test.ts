import { expect, it } from "vitest";
import { fileUri } from "../../../server/schema/files/find-project.ts";

it.each([
  ["node/kubelet.yaml", "file:///repo/node/kubelet.yaml"],
  ["../kubelet.yaml", "file:///kubelet.yaml"],
  ["/etc/kubelet.yaml", "file:///etc/kubelet.yaml"],
  ["file:///etc/kubelet.yaml", "file:///etc/kubelet.yaml"],
  // What vscode-uri would throw at.
  ["file:////etc/kubelet.yaml", "file:///etc/kubelet.yaml"],
  ["vscode-vfs://////etc/kubelet.yaml", "vscode-vfs:/etc/kubelet.yaml"],
  ["////etc/kubelet.yaml", "file:///etc/kubelet.yaml"],
  ["a\ud800.yaml", "file:///repo/a%EF%BF%BD.yaml"],
  ["/a\udc00.yaml", "file:///a%EF%BF%BD.yaml"],
])("%j is an address", (path, uri) => {
  expect(fileUri(path, "file:///repo")).toBe(uri);
});
