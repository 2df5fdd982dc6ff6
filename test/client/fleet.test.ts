import { afterEach, expect, it, onTestFinished } from "vitest";
import type { FleetAnswer, FleetCall } from "../../client/fleet/run-fleet.ts";
import { sampleReport } from "../shared/prometheus/fleet/sample-report.ts";
import { editor, Uri } from "./vscode.ts";
import { Window } from "./window.ts";

// The command for fleet reports: what a person is asked, what the command line gets, what is shown.

let opened: Window | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const address = "https://prometheus.example.com";
const output = JSON.stringify(sampleReport());

function windowWith(answers: readonly unknown[], answer: FleetAnswer = { output }) {
  const calls: FleetCall[] = [];
  const runFleet = async (call: FleetCall): Promise<FleetAnswer> => {
    calls.push(call);
    return answer;
  };
  opened = new Window({ answers, runFleet });
  return { window: opened, calls };
}

function shownPage(): string {
  const webview: unknown = Reflect.get(
    Object(editor.parts.get("createWebviewPanel podCadence.fleetReport")),
    "webview",
  );
  const panel: unknown = Reflect.get(Object(editor.parts.get("panel podCadence.fleetReport")), "webview");
  return String(Reflect.get(Object(panel ?? webview), "html"));
}

const common = ["--prometheus", address, "--since", "168h", "--format", "json", "--quiet"];

it.each<[about: string, answers: readonly unknown[], args: readonly string[], input: string]>([
  ["without login", [address, "No login", "7 days", "As it is"], common, ""],
  [
    "with a maximum",
    [` ${address} `, "No login", "7 days", "Maximum back-off of 30s"],
    [...common, "--what-if", "maxContainerRestartPeriod=30s"],
    "",
  ],
  [
    "with a maximum that is written",
    [address, "No login", "7 days", "Another maximum…", "45s"],
    [...common, "--what-if", "maxContainerRestartPeriod=45s"],
    "",
  ],
  [
    "with a token, which is in no argument",
    [address, "Enter a token…", "s3cret", "7 days", "As it is"],
    [...common, "--http-config", "-"],
    '{"authorization":{"credentials":"s3cret"}}',
  ],
  [
    "with a file",
    [address, "HTTP configuration file…", [Uri.file("/home/me/http.yaml")], "7 days", "As it is"],
    [...common, "--http-config", "/home/me/http.yaml"],
    "",
  ],
])("the command line is asked %s", async (_, answers, args, input) => {
  const { window, calls } = windowWith(answers);
  await window.run("podCadence.fleetReport");
  expect(calls).toEqual([{ args, input }]);
  expect(JSON.stringify([...window.memory])).not.toContain("s3cret");
});

it("the report is shown as a page without scripts, in the colors of the editor", async () => {
  const { window } = windowWith([address, "No login", "7 days", "As it is"]);
  await window.run("podCadence.fleetReport");
  expect(shownPage()).toContain("Crash loops of the last 7d");
  expect(shownPage()).toMatch(/style-src 'nonce-[A-Za-z0-9]{32}'/);
  expect(shownPage()).not.toContain("<script");
});

it("address and login are remembered, the token as a secret", async () => {
  const { window, calls } = windowWith([address, "Enter a token…", "s3cret", "7 days", "As it is"]);
  await window.run("podCadence.fleetReport");
  expect([...window.memory]).toEqual([["fleet", { address, login: "token" }]]);
  expect([...window.secrets]).toEqual([["podCadence.fleet https://prometheus.example.com", "s3cret"]]);
  const { person } = await import("./vscode.ts");
  person.answers.push(address, "Stored token", "7 days", "As it is");
  const seen = await window.run("podCadence.fleetReport");
  expect(seen[1]).toMatch(/^showQuickPick: Stored token/);
  expect(calls[1]).toEqual(calls[0]);
});

it.each<[about: string, answers: readonly unknown[]]>([
  ["the address", []],
  ["a bad address", ["prometheus:9090"]],
  ["an address with a password", ["https://me:pw@prometheus.example.com"]],
  ["the login", [address]],
  ["the token", [address, "Enter a token…", " "]],
  ["the range", [address, "No login"]],
  ["the setting", [address, "No login", "7 days"]],
  ["the maximum", [address, "No login", "7 days", "Another maximum…", undefined]],
])("nothing is asked and remembered when a person gives up at %s", async (_, answers) => {
  const { window, calls } = windowWith(answers);
  await window.run("podCadence.fleetReport");
  expect([calls, [...window.memory]]).toEqual([[], []]);
});

it.each<[about: string, answer: FleetAnswer, seen: readonly string[]]>([
  ["a problem is told", { problem: "the server answered 503" }, ["showErrorMessage: the server answered 503"]],
  ["nothing is told after a cancellation", "canceled", []],
  ["what is no report is not shown", { output: "<html>" }, ["showErrorMessage: The report"]],
])("%s", async (_, answer, seen) => {
  const { window } = windowWith([address, "No login", "7 days", "As it is"], answer);
  const all = await window.run("podCadence.fleetReport");
  const told = all.filter((line) => line.startsWith("showErrorMessage"));
  expect(told.map((line, index) => line.slice(0, seen[index]?.length))).toEqual(seen);
  expect(editor.parts.has("panel podCadence.fleetReport")).toBe(false);
});

it("a browser has no processes", async () => {
  opened = new Window();
  expect(await opened.run("podCadence.fleetReport")).toContain(
    "showWarningMessage: Fleet reports need VS Code on a computer: a browser cannot ask Prometheus. · Show Log",
  );
});

it.each([
  ["/w/fleet.html", "<!DOCTYPE html>"],
  ["/w/fleet.json", '{\n  "version": 1,'],
])("the report is saved as %s", async (path, begin) => {
  const { window } = windowWith([address, "No login", "7 days", "As it is", Uri.file(path)]);
  await window.run("podCadence.fleetReport");
  const { workspace } = await import("./vscode.ts");
  const written: string[] = [];
  const fs = Object(workspace.fs);
  // Files of one worker share the stand-in of the editor.
  const given: unknown = Reflect.get(fs, "writeFile");
  onTestFinished(() => void Reflect.set(fs, "writeFile", given));
  Reflect.set(fs, "writeFile", async (_: unknown, bytes: Uint8Array) => written.push(new TextDecoder().decode(bytes)));
  await window.run("podCadence.saveFleetReport");
  expect(written.map((text) => text.startsWith(begin))).toEqual([true]);
});
