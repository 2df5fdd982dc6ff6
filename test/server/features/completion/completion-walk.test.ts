import { describe, expect, test } from "vitest";
import { parseManifest } from "../../../../server/manifest/documents/parse.ts";
import { decodeObject } from "../../../../shared/api-server/types/decode.ts";
import { isFields } from "../../../../shared/api-server/types/fields.ts";
import { workloadKinds } from "../../../../shared/api-server/types/kinds.ts";
import { documentedTypes } from "../../../../shared/kubernetes/pod-documentation.ts";
import { newestVersion } from "../../../../shared/kubernetes/versions.ts";
import { diagnosticsOf } from "../harness.ts";
import { complete } from "./completing.ts";

// Whoever takes every offer, and every offer behind it, never gets broken YAML or a field that does not exist.

/** What is on while these are written: on `RestartAllContainers` and signals nothing is left out. */
const overrides = {
  featureGates: { ContainerStopSignals: true, GRPCContainerProbeTLS: true, H2CContainerProbe: true },
};

interface Walk {
  /** Types and fields that were offered: `Probe.periodSeconds`. */
  readonly seen: Set<string>;
  /** What is wrong with a text; undefined: nothing. */
  readonly problemOf: (text: string) => Promise<string | undefined> | string | undefined;
  readonly nameOf: (data: unknown) => string | undefined;
}

/** Takes each offer at the cursor and goes on behind it, once for each field and value. */
async function walk(written: string, { seen, problemOf, nameOf }: Walk): Promise<void> {
  const { items, taken } = await complete(written, { overrides });
  for (const { label, data } of items) {
    const name = nameOf(data);
    if (name === undefined || seen.has(name)) continue;
    seen.add(name);
    const text = taken(label) ?? "";
    const problem = await problemOf(withoutCursor(text));
    expect(problem, `${name} in\n${text}`).toBeUndefined();
    if (text.lastIndexOf("|") >= written.lastIndexOf("|") && !name.includes("="))
      await walk(text, { seen, problemOf, nameOf });
  }
}

describe.each(["block", "flow"])("pods and workloads, %s", (style) => {
  const seen = new Set<string>();
  test.each(Object.entries(workloadKinds))("%s", async (kind, apiVersion) => {
    const fields = new Set<string>();
    const start = `apiVersion: ${apiVersion}\nkind: ${kind}\n`;
    const written = style === "block" ? `${start}|` : `{apiVersion: ${apiVersion}, kind: ${kind}, |}`;
    await walk(written, { seen: fields, problemOf: (text) => wrongIn(kind, text), nameOf: podName });
    expect(fields.size).toBeGreaterThan(100);
    for (const field of fields) seen.add(field);
  });

  test("every type that is documented was reached", () => {
    const reached = new Set([...seen].map((name) => name.split(".")[0]));
    // Nobody writes ephemeral containers into a manifest.
    const missing = documentedTypes().filter((type) => !reached.has(type) && type !== "EphemeralContainer");
    expect(missing).toEqual([]);
  });
});

function withoutCursor(text: string): string {
  const at = text.includes("‹") ? text.length : text.lastIndexOf("|");
  return (text.slice(0, at) + text.slice(at + 1)).replace(/[‹›]/g, "");
}

function podName(data: unknown): string | undefined {
  if (!isFields(data) || typeof data["pod"] !== "string") return undefined;
  return `${data["pod"]}.${String(data["name"])}${data["value"] === "" ? "" : `=${String(data["value"])}`}`;
}

function wrongIn(kind: string, text: string): string | undefined {
  const [placed] = parseManifest(text).documents;
  const [problem] = placed?.document.problems ?? [];
  if (problem !== undefined) return problem.message;
  const { unknown, typeErrors } = decodeObject(placed?.document.value(), kind, newestVersion);
  const wrong = typeErrors.filter(({ value }) => value !== null);
  return [...unknown, ...wrong].map(({ path }) => path.join("."))[0];
}

const kubelet = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
const inConfigMap = `apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: |\n${kubelet.replace(/^/gm, "    ")}`;

test.each([
  ["KubeletConfiguration", `${kubelet}|`],
  ["KubeletConfiguration in a ConfigMap", `${inConfigMap}|`],
  [
    "KubeletConfiguration between brackets",
    "{apiVersion: kubelet.config.k8s.io/v1beta1, kind: KubeletConfiguration, |}",
  ],
])("%s", async (_, written) => {
  const seen = new Set<string>();
  await walk(written, { seen, problemOf: strictProblem, nameOf: kubeletName });
  expect(seen.size).toBeGreaterThan(400);
});

function kubeletName(data: unknown): string | undefined {
  if (!isFields(data) || typeof data["kubelet"] !== "string") return undefined;
  const value = data["value"] === "" ? "" : `=${String(data["value"])}`;
  return `${String(data["path"])}${value}`;
}

async function strictProblem(text: string): Promise<string | undefined> {
  const found = await diagnosticsOf(text);
  const wrong = found.find(({ code }) => code === "yaml-syntax" || code === "kubelet-configuration-strict");
  return wrong && String(wrong.message);
}
