import { describe, expect, it } from "vitest";
import { writeInto } from "./check-writing.ts";

const manifest = `apiVersion: v1
kind: Pod
metadata:
  name: web
spec:
  containers:
    - name: app
      image: web:1
      livenessProbe:
        tcpSocket: {port: 80}
        failureThreshold: 3 # as in staging
`;
const threshold = { path: ["containers", 0, "livenessProbe"], field: "failureThreshold", value: 6 };
const grace = { path: [], field: "terminationGracePeriodSeconds", value: 60 };

describe("values that were tried out", () => {
  it("are written over those that stand there, and beside the others", async () => {
    const { text, message } = await writeInto(manifest, undefined, "", [threshold, grace]);
    expect(text).toContain("        failureThreshold: 6 # as in staging\n");
    expect(text).toContain("\n  terminationGracePeriodSeconds: 60\n");
    expect(message).toBe("Fields written: failureThreshold: 6, terminationGracePeriodSeconds: 60.");
  });

  it("are written with the scenario as one edit", async () => {
    const lines = [{ text: "at 5m app: hangs for 40s" }];
    const { text, message } = await writeInto(manifest, lines, "", [threshold, grace]);
    expect(text).toContain("  # cadence: at 5m app: hangs for 40s\n  containers:\n");
    expect(text).toContain("        failureThreshold: 6 # as in staging\n");
    expect(text).toContain("\n  terminationGracePeriodSeconds: 60\n");
    expect(message).toBe(
      "Scenario written: 1 comment added. Fields written: failureThreshold: 6, terminationGracePeriodSeconds: 60.",
    );
  });

  it("can be written where comments cannot", async () => {
    const json = JSON.stringify({ apiVersion: "v1", kind: "Pod", spec: { containers: [{ name: "app", image: "a" }] } });
    const { text } = await writeInto(json, undefined, "", [grace]);
    expect(JSON.parse(text)).toMatchObject({ spec: { terminationGracePeriodSeconds: 60 } });
  });

  it("stay where an edit would change another container, too", async () => {
    const shared = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
    - {name: app, image: a, livenessProbe: &probe {tcpSocket: {port: 80}}}
    - {name: log, image: a, livenessProbe: *probe}
`;
    const other = { ...threshold, path: ["containers", 1, "livenessProbe"] };
    const { text, message } = await writeInto(shared, undefined, "", [other]);
    expect(text).toBe(shared);
    expect(message).toBe("Write failureThreshold: 6 by hand: an edit here would also change other places.");
  });
});
