import { isFields } from "../../basics/values.ts";
import type { KubernetesVersion } from "../../kubernetes/versions.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletProblem } from "./model.ts";

const apiVersion = "kubelet.config.k8s.io/v1beta1";
const kind = "KubeletConfiguration";
/** Other kinds of the same group, which decode but are not used. */
const otherKinds = ["CredentialProviderConfig", "SerializedNodeConfigSource"];

/** What the kubelet reports about `apiVersion` and `kind` of its file; undefined if there is nothing. */
// Models k8s.io/apimachinery/pkg/runtime/serializer/json Decode (v1.37.1)
export function checkHeader(value: unknown): KubeletProblem | undefined {
  const written = interpret(value);
  if ("path" in written) return written;
  if (written.kind === "") return noKind;
  if (written.apiVersion === "" || written.apiVersion === "/")
    return problem(["apiVersion"], "Object 'apiVersion' is missing", `Set apiVersion to ${apiVersion}`);
  if (written.apiVersion === apiVersion && written.kind === kind) return undefined;
  if (written.apiVersion === apiVersion && otherKinds.includes(written.kind)) {
    const reason = `failed to cast object to ${kind}, unexpected type: ${apiVersion}, Kind=${written.kind}`;
    return { path: ["kind"], origin: "kubelet", stage: "decode", reason };
  }
  return unknown(written, `no kind "${written.kind}" is registered for version "${written.apiVersion}"`);
}

interface Header {
  readonly apiVersion: string;
  readonly kind: string;
}

/** As both are read first; or why they cannot be read. */
function interpret(value: unknown): Header | KubeletProblem {
  if (!isFields(value)) return problem([], "couldn't get version/kind; json parse error");
  const written = { apiVersion: folded(value, "apiVersion"), kind: folded(value, "kind") };
  if (typeof written.apiVersion !== "string" || typeof written.kind !== "string") {
    const field = typeof written.kind === "string" ? "apiVersion" : "kind";
    return problem([field], "couldn't get version/kind; json parse error", `${field} must be a string`);
  }
  if ((written.apiVersion.match(/\//g)?.length ?? 0) > 1)
    return problem(
      ["apiVersion"],
      `unexpected GroupVersion string: ${written.apiVersion}`,
      `Set apiVersion to ${apiVersion}`,
    );
  return { apiVersion: written.apiVersion, kind: written.kind };
}

function unknown(written: Header, reason: string): KubeletProblem {
  const field = written.kind === kind ? "apiVersion" : "kind";
  return problem([field], reason, `Set ${field} to ${field === "kind" ? kind : apiVersion}`);
}

/** Go reads these two in any case. Of several keys the last one in the order of letters counts, which is the one in small letters. */
// Models encoding/json Unmarshal (Go 1.26), as runtime/serializer/json SimpleMetaFactory.Interpret calls it
function folded(value: Readonly<Record<string, unknown>>, name: string): unknown {
  const keys = Object.keys(value).filter((key) => key.toLowerCase() === name.toLowerCase());
  const last = keys.sort().findLast((key) => value[key] !== null && value[key] !== undefined);
  return last === undefined ? "" : value[last];
}

/** The same for a drop-in, whose fields are then read as they are written. Until 1.31 it only needs a kind. */
// Models pkg/kubelet/kubeletconfig/configfiles LoadIntoJSON and cmd/kubelet/app mergeKubeletConfigurations (v1.37.1)
export function checkDropInHeader(value: unknown, version: KubernetesVersion): KubeletProblem | undefined {
  const read = interpret(value);
  if ("path" in read || !isFields(value)) return "path" in read ? read : undefined;
  const written = { apiVersion: textOf(value["apiVersion"]), kind: textOf(value["kind"]) };
  if (written.kind === "") return noKind;
  if (!atLeast(version, "1.32") || (written.apiVersion === apiVersion && written.kind === kind)) return undefined;
  const group = written.apiVersion.includes("/") ? written.apiVersion : `/${written.apiVersion}`;
  return unknown(written, `unknown apiVersion/kind: ${group}, Kind=${written.kind}`);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function problem(path: readonly string[], reason: string, advice?: string): KubeletProblem {
  return { path, origin: "kubelet", stage: "decode", reason: `failed to decode: ${reason}`, advice };
}

const noKind = problem(["kind"], "Object 'Kind' is missing", `Set kind to ${kind}`);
