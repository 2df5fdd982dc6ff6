import { expect, it } from "vitest";
import { checkDropInHeader, checkHeader } from "../../../../shared/kubelet-configuration/model/header.ts";

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

it.each([
  [{ apiVersion, kind }, undefined, undefined],
  [{ apiversion: apiVersion, kind }, `unknown apiVersion/kind: /, Kind=${kind}`, undefined],
  [{ apiVersion, Kind: kind }, "Object 'Kind' is missing", "Object 'Kind' is missing"],
  [{ apiVersion: "10.0.0.0/8", kind }, `unknown apiVersion/kind: 10.0.0.0/8, Kind=${kind}`, undefined],
  [{ apiVersion: "a/b/c", kind }, "unexpected GroupVersion string: a/b/c", "unexpected GroupVersion string: a/b/c"],
  [
    { apiVersion: 5, kind },
    "couldn't get version/kind; json parse error",
    "couldn't get version/kind; json parse error",
  ],
])("of a drop-in, %j is read as it is written; until 1.31 only a kind is needed", (value, reason, old) => {
  const reasonIn = (version: "1.31" | "1.37") => checkDropInHeader(value, version)?.reason;
  expect(reasonIn("1.37")).toBe(reason && `failed to decode: ${reason}`);
  expect(reasonIn("1.31")).toBe(old && `failed to decode: ${old}`);
});
