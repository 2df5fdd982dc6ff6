import { describe, expect, it } from "vitest";
import { expectGolden } from "../golden.ts";
import { allOf, readXml } from "../shared/drawing/svg/xml.ts";
import { envelopeSchema, simulateSchema } from "./pages/schemas.ts";
import { runCli, runJson } from "./run-cli.ts";

describe("simulate", () => {
  it("plays a story as lanes with turning points and ends with 1 because an expectation fails", async () => {
    const { stdout, code } = await runCli(["simulate", "story.yaml", "--until", "5m"]);
    expectGolden("cli/simulate-text", stdout);
    expect(code).toBe(1);
  });

  it("writes the lines of kubectl get pod -w", async () => {
    const { stdout, code } = await runCli([
      "simulate",
      "pod.yaml",
      "--scenario",
      "app: crashes x4, then runs",
      "--format",
      "kubectl",
    ]);
    expectGolden("cli/simulate-kubectl", stdout);
    expect(code).toBe(0);
  });

  it("draws a picture that is one document", async () => {
    const { stdout, code } = await runCli([
      "simulate",
      "pod.yaml",
      "--scenario",
      "crashes after 20s",
      "--format",
      "svg",
    ]);
    const texts = allOf(readXml(stdout)).flatMap(({ name, text }) => (name === "text" ? [text] : []));
    expect(texts).toEqual(expect.arrayContaining(["Pod/web", "app", "5m", "runs and is ready", "0s", "30m"]));
    expect(code).toBe(0);
  });

  it("writes the table in Markdown, with the answer above it and the expectations below", async () => {
    const { stdout, code } = await runCli(["simulate", "story.yaml", "--until", "90s", "--format", "markdown"]);
    expectGolden("cli/simulate-markdown", stdout, "md");
    expect(code).toBe(1);
  });

  it("writes JSON", async () => {
    const json = await runJson(["simulate", "pod.yaml", "--scenario", "exits 3 after 5s, then runs", "--until", "1m"]);
    simulateSchema.parse(json);
    expectGolden("cli/simulate-json", JSON.stringify(json, undefined, 2));
  });

  it("plays without the kubelet's loops", async () => {
    const { entries } = simulateSchema.parse(
      await runJson(["simulate", "pod.yaml", "--timing", "ideal", "--scenario", "crashes"]),
    );
    const starts = entries.filter(({ kind }) => kind === "container-started").map(({ tMs }) => tMs);
    expect(starts).toEqual([0, 0, 10_000, 30_000, 70_000, 150_000, 310_000, 610_000, 910_000, 1_210_000, 1_510_000]);
  });

  it("gives the same run for the same seed and another for another", async () => {
    const run = async (seed: string) =>
      (await runCli(["simulate", "pod.yaml", "--scenario", "crashes", "--seed", seed])).stdout;
    expect(await run("7")).toBe(await run("7"));
    expect(await run("7")).not.toBe(await run("8"));
  });

  it.each(["kubectl", "svg"])("says on stderr which expectation fails, where %s does not", async (format) => {
    const failing = ["--scenario", "app: crashes", "--scenario", "expect no crash loop within 10m"];
    const { stderr, code } = await runCli(["simulate", "--until", "1m", "--format", format, ...failing, "pod.yaml"]);
    expect(stderr).toMatch(/^pod-cadence: "expect no crash loop within 10m" fails in 20 of 20 runs/);
    expect(code).toBe(1);
  });

  it("takes events and expectations as options", async () => {
    const holding = ["--scenario", "expect no crash loop within 10m", "--at", "2m pod is deleted with grace 5s"];
    const { entries, expectations } = simulateSchema.parse(await runJson(["simulate", "pod.yaml", ...holding]));
    expect(entries.find(({ kind }) => kind === "pod-deleted")).toMatchObject({ tMs: 120_000, data: { graceMs: 5000 } });
    expect(expectations).toMatchObject([{ text: "expect no crash loop within 10m", holds: true, share: 1 }]);
    const broken = await runCli([
      "simulate",
      "pod.yaml",
      "--scenario",
      "app: crashes",
      "--scenario",
      "expect ready within 1m",
    ]);
    expect(broken.stdout.replaceAll("\n", " ")).toContain(
      '"expect ready within 1m" fails in 20 of 20 runs: not ready within 2m (expected within 1m)',
    );
    expect(broken.code).toBe(1);
  });

  it("plays only what the command line says, whatever comments and the project file say", async () => {
    const args = ["story.yaml", "--until", "5m", "--scenario", "cache: crashes after 7s", "--at", "2m node reboots"];
    const plain = await runCli(["simulate", ...args]);
    const only = await runCli(["simulate", "--no-comments", ...args]);
    expect([plain.code, only.code, only.stdout === plain.stdout]).toEqual([1, 0, false]);
    expect(only.stdout).toMatch(/cache +exits with 1 after 7s/);
  });

  it("chooses the pod by name, whatever the case", async () => {
    const { pod } = simulateSchema.parse(await runJson(["simulate", "shop", "--pod", "pod/migrate"]));
    expect(pod).toEqual({ kind: "Pod", name: "migrate", namespace: "default", fieldPath: "spec" });
  });

  it("writes the envelope over several seeds", async () => {
    const args = ["simulate", "pod.yaml", "--runs", "5", "--scenario", "crashes", "--until", "2m"];
    const { envelope } = envelopeSchema.parse(await runJson(args));
    const third = envelope.find(({ kind, run }) => kind === "container-started" && run === 3);
    expect(third).toMatchObject({ nth: 1, share: 1 });
    for (const { earliestMs, minMs, p50Ms, maxMs, latestMs } of envelope) {
      expect([earliestMs, minMs, p50Ms, maxMs, latestMs]).toEqual(
        [earliestMs, minMs, p50Ms, maxMs, latestMs].toSorted((left, right) => left - right),
      );
    }
    const { stdout } = await runCli(args);
    expectGolden("cli/simulate-envelope", stdout);
  });

  it("reads a piped manifest, whose scenario can only be an option", async () => {
    const stdin =
      '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "job"}, "spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "a"}]}}';
    const { entries, ended } = simulateSchema.parse(
      await runJson(["simulate", "-", "--scenario", "a: completes after 10s"], { stdin }),
    );
    expect(entries.some(({ kind, data }) => kind === "phase-changed" && data["phase"] === "Succeeded")).toBe(true);
    expect(ended).toBe("settled");
  });
});
