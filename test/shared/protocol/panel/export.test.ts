import { describe, expect, it } from "vitest";
import { type ExportParams, exportParamsSchema } from "../../../../shared/protocol/panel/export.ts";
import { serverRequests } from "../../../../shared/protocol/request.ts";
import { parseMessage } from "../../../../shared/protocol/values/parse.ts";
import { assumed, edited, webPlay, withMaximum } from "../../../server/exports/play-params.ts";

const params: ExportParams = {
  format: "svg",
  play: {
    ...webPlay,
    ...edited("app: crashes", "at 5m kubelet restarts"),
    specPath: ["spec", "template", "spec"],
    assumptions: assumed(withMaximum(30_000)),
  },
  view: { fromMs: 0, toMs: 60_000 },
  runs: 100,
};

describe("what the panel asks to export", () => {
  it.each([
    ["everything", params],
    ["a run only", { format: "json", play: webPlay }],
  ])("%s arrives as it was sent", (_, sent) => {
    const arrived = parseMessage(exportParamsSchema, JSON.parse(JSON.stringify(sent)), "export");
    expect(arrived).toEqual({ value: sent, problem: undefined });
  });

  it.each([
    ["another format", { ...params, format: "pdf" }, "format"],
    ["no time at all", { ...params, view: { fromMs: 5, toMs: 5 } }, "view"],
    ["too many runs", { ...params, runs: 1001 }, "runs"],
    ["no horizon", { ...params, play: { ...params.play, untilMs: 0 } }, "play.untilMs"],
    ["a seed that is none", { ...params, play: { ...params.play, seed: 1.5 } }, "play.seed"],
    ["no file", { ...params, play: { ...params.play, file: undefined } }, "play.file"],
  ])("%s is refused", (_, sent, place) => {
    expect(parseMessage(exportParamsSchema, sent, "export").problem).toContain(` at ${place}: `);
  });

  it.each([
    [{ text: "<svg/>", language: "xml", extension: "svg" }, true],
    [null, true],
    [{ text: "<svg/>", language: "html", extension: "svg" }, false],
  ])("the answer %o is understood: %s", (answer, isUnderstood) => {
    expect(parseMessage(serverRequests.export.answer, answer, "answer").problem === undefined).toBe(isUnderstood);
  });
});
