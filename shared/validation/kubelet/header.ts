import { isFields } from "../../basics/values.ts";
import type { MinorVersion } from "../../kubernetes/versions.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletProblem } from "./model.ts";

const apiVersion = "kubelet.config.k8s.io/v1beta1";
const kind = "KubeletConfiguration";
/** Other kinds of the same group, which decode but are not used. */
const otherKinds = ["CredentialProviderConfig", "SerializedNodeConfigSource"];

/** What the kubelet reports about `apiVersion` and `kind` of its file; undefined: nothing. */
// Models k8s.io/apimachinery/pkg/runtime/serializer/json Decode (v1.37.1)
export function checkHeader(value: unknown): KubeletProblem | undefined {
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
  if (written.kind === "") return problem(["kind"], "Object 'Kind' is missing", `Set kind to ${kind}`);
  if (written.apiVersion === "" || written.apiVersion === "/")
    return problem(["apiVersion"], "Object 'apiVersion' is missing", `Set apiVersion to ${apiVersion}`);
  if (written.apiVersion === apiVersion && written.kind === kind) return undefined;
  if (written.apiVersion === apiVersion && otherKinds.includes(written.kind)) {
    const reason = `failed to cast object to ${kind}, unexpected type: ${apiVersion}, Kind=${written.kind}`;
    return { path: ["kind"], origin: "kubelet", stage: "decode", reason };
  }
  const field = written.kind === kind ? "apiVersion" : "kind";
  const reason = `no kind "${written.kind}" is registered for version "${written.apiVersion}"`;
  return problem([field], reason, `Set ${field} to ${field === "kind" ? kind : apiVersion}`);
}

/** Go reads these two in any case. Of several keys the last one in the order of letters counts, which is the one in small letters. */
// Models encoding/json Unmarshal (Go 1.26), as runtime/serializer/json SimpleMetaFactory.Interpret calls it
function folded(value: Readonly<Record<string, unknown>>, name: string): unknown {
  const keys = Object.keys(value).filter((key) => key.toLowerCase() === name.toLowerCase());
  const last = keys.sort().findLast((key) => value[key] !== null && value[key] !== undefined);
  return last === undefined ? "" : value[last];
}

/** The same for a drop-in, which until 1.31 only needs a kind. */
// Models pkg/kubelet/kubeletconfig/configfiles LoadIntoJSON and cmd/kubelet/app mergeKubeletConfigurations (v1.37.1)
export function checkDropInHeader(value: unknown, version: MinorVersion): KubeletProblem | undefined {
  const found = checkHeader(value);
  if (found === undefined || !isFields(value)) return found;
  const kindOfIt = folded(value, "kind");
  if (typeof kindOfIt !== "string" || kindOfIt === "") return found;
  return atLeast(version, "1.32") ? found : undefined;
}

function problem(path: readonly string[], reason: string, advice?: string): KubeletProblem {
  return { path, origin: "kubelet", stage: "decode", reason: `failed to decode: ${reason}`, advice };
}
