import { expect, it } from "vitest";
import { checkHeader } from "../../../../shared/validation/kubelet/header.ts";

const apiVersion = "kubelet.config.k8s.io/v1beta1";
const kind = "KubeletConfiguration";

it.each([
  [{ apiVersion, kind }, undefined],
  // Go reads both keys in any case; the last one in the order of letters counts.
  [{ apiversion: apiVersion, Kind: kind }, undefined],
  [{ ApiVersion: "v1", apiversion: apiVersion, kind }, undefined],
  [{ apiVersion, apiversion: "v1", kind }, `no kind "${kind}" is registered for version "v1"`],
  [{ apiVersion, kind: null }, "Object 'Kind' is missing"],
  [{ apiVersion: "/", kind }, "Object 'apiVersion' is missing"],
  [{ apiVersion: "a/b/c", kind }, "unexpected GroupVersion string: a/b/c"],
])("%j is read as the kubelet reads it", (value, reason) => {
  expect(checkHeader(value)?.reason).toBe(reason && `failed to decode: ${reason}`);
});
