import { describe, expect, it } from "vitest";
import { apiTypeLines } from "../../../../shared/api-server/types/api-types.data.ts";
import { fieldsOfType, isKnownIn } from "../../../../shared/api-server/types/api-types.ts";
import { decodeObject } from "../../../../shared/api-server/types/decode.ts";
import { workloadKinds } from "../../../../shared/api-server/types/kinds.ts";
import { formatPath } from "../../../../shared/basics/path.ts";

describe("the table of types", () => {
  it("has every kind, and every type that a field names", () => {
    const types = apiTypeLines.trim().split("\n");
    const names = new Set(types.map((line) => line.split(" ")[0]));
    for (const kind of Object.keys(workloadKinds)) expect(names, kind).toContain(kind);
    const used = types.flatMap((line) => [...line.matchAll(/:[[{]*([A-Z]\w+)/g)].map(([, name]) => name));
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });

  it.each([
    ["Container", "restartPolicyRules", "1.33", "1.34"],
    ["Lifecycle", "stopSignal", "1.32", "1.33"],
    ["LifecycleHandler", "sleep", "1.28", "1.29"],
    ["JobSpec", "successPolicy", "1.29", "1.30"],
    ["HTTPGetAction", "protocol", "1.36", "1.37"],
    ["PodSpec", "workloadRef", "1.36", "1.35"],
  ] as const)("%s.%s: unknown in %s, known in %s", (type, field, unknownIn, knownIn) => {
    const info = fieldsOfType(type).get(field);
    expect(info && isKnownIn(info, unknownIn)).toBe(false);
    expect(info && isKnownIn(info, knownIn)).toBe(true);
  });
});

describe("types", () => {
  const spec = (value: unknown) => decodeObject({ spec: value }, "Pod", "1.37");

  it.each<[string, unknown, string]>([
    ["a number in quotes", { terminationGracePeriodSeconds: "30" }, "spec.terminationGracePeriodSeconds text"],
    ["a fraction", { terminationGracePeriodSeconds: 30.5 }, "spec.terminationGracePeriodSeconds number"],
    ["more than 32 bits", { priority: 2 ** 31 }, "spec.priority number"],
    [
      "more than 64 bits",
      { terminationGracePeriodSeconds: 2 ** 63 + 2 ** 11 },
      "spec.terminationGracePeriodSeconds number",
    ],
    ["a map for a list", { containers: { name: "a" } }, "spec.containers map"],
    ["text for an object", { containers: ["a"] }, "spec.containers[0] text"],
    ["a number in a list of texts", { containers: [{ args: ["a", 5] }] }, "spec.containers[0].args[1] number"],
    ["false in a map of texts", { nodeSelector: { a: false } }, "spec.nodeSelector[a] boolean"],
    ["text that is no amount", { overhead: { cpu: "5 cores" } }, "spec.overhead[cpu] text"],
    [
      "a fraction for a port",
      { containers: [{ livenessProbe: { tcpSocket: { port: 0.5 } } }] },
      "spec.containers[0].livenessProbe.tcpSocket.port number",
    ],
    ["a list for the spec", [], "spec list"],
  ])("%s", (_, value, expected) => {
    expect(spec(value).typeErrors.map(({ path, found }) => `${formatPath(path)} ${found}`)).toEqual([expected]);
  });

  it.each<[string, unknown]>([
    ["whole numbers that YAML wrote as fractions", { priority: 30.0, activeDeadlineSeconds: 1e3 }],
    ["the largest integers", { priority: 2 ** 31 - 1, activeDeadlineSeconds: 2 ** 63 }],
    ["amounts", { overhead: { a: "1", b: 1.5, c: "500m", d: "64Mi", e: "1e3", f: ".5k", g: "-2E" } }],
    ["names of ports", { containers: [{ livenessProbe: { tcpSocket: { port: "http" } } }] }],
    ["nulls", { containers: null, nodeSelector: null, restartPolicy: null }],
  ])("%s fit", (_, value) => {
    expect(spec(value).typeErrors).toEqual([]);
  });

  it("null in a list is an empty value, elsewhere it is nothing", () => {
    const { value } = spec({ containers: [null, { args: [null], image: null }], hostNetwork: null });
    expect(value).toEqual({ spec: { containers: [{}, { args: [""] }] } });
  });

  it("tells unknown fields in the order of the alphabet, with the names that there are", () => {
    const { unknown, value } = spec({ zebra: 1, Containers: [], containers: [{ ports: [{ port: 1 }] }] });
    expect(unknown.map(({ path }) => formatPath(path))).toEqual([
      "spec.Containers",
      "spec.containers[0].ports[0].port",
      "spec.zebra",
    ]);
    expect(unknown[1]?.known).toEqual(["containerPort", "hostIP", "hostPort", "name", "protocol"]);
    expect(value).toEqual({ spec: { containers: [{ ports: [{}] }] } });
  });

  it("says since when and until when there is a field", () => {
    const early = decodeObject({ spec: { containers: [{ restartPolicyRules: [] }] } }, "Pod", "1.33");
    expect(early.unknown[0]).toMatchObject({ since: "1.34", last: undefined });
    const late = decodeObject({ spec: { workloadRef: {} } }, "Pod", "1.36");
    expect(late.unknown[0]).toMatchObject({ since: undefined, last: "1.35" });
  });

  it.each([undefined, null, 5, "text", [], { metadata: 5, spec: { containers: 7 } }])("takes anything: %j", (value) => {
    expect(() => decodeObject(value, "Pod", "1.37")).not.toThrow();
  });
});
