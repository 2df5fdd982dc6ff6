import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { issueReport } from "../../../client/commands/issue-report.ts";
import { samples } from "../../../client/commands/sample-list.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const values: Readonly<Record<string, unknown>> = {
  kubernetesVersion: "1.34",
  rules: { "liveness-equals-readiness": "off" },
  "cluster.kubeconfig": "/home/me/secret-name",
};
const editor = { version: "0.1.0", editor: "Visual Studio Code 1.91.0", place: "desktop, wsl", others: [] };

it("has versions and settings, and names no file, context or namespace", () => {
  const report = issueReport({ ...editor, valueOf: (key) => values[key] });
  expect(report).toContain("- Pod Cadence 0.1.0\n- Visual Studio Code 1.91.0 (desktop, wsl)");
  expect(report).toContain('- `podCadence.rules`: `{"liveness-equals-readiness":"off"}`');
  expect(report).toContain("- `podCadence.cluster.kubeconfig`: set");
  expect(report).not.toContain("secret-name");
});

it("knows every setting", () => {
  const manifest = z
    .object({
      contributes: z.object({ configuration: z.array(z.object({ properties: z.record(z.string(), z.unknown()) })) }),
    })
    .parse(JSON.parse(readFileSync(`${root}/package.json`, "utf8")));
  const asked: string[] = [];
  issueReport({ ...editor, valueOf: (key) => void asked.push(`podCadence.${key}`) });
  const settings = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
  expect(asked.sort()).toEqual(settings.filter((key) => key !== "podCadence.trace.server").sort());
});

it("every listed sample is there", () => {
  for (const { file } of samples) expect(readFileSync(`${root}/examples/${file}`, "utf8")).toMatch(/^# /);
});
