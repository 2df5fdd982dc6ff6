import { expect, onTestFinished, test, vi } from "vitest";
import type { Feature } from "../../../../server/features/core/feature.ts";
import { createHost } from "../../../../server/features/core/host.ts";
import { createIsolation } from "../../../../server/features/core/isolation.ts";
import { richText } from "../../../../server/markdown/markdown.ts";
import { contextOf } from "../harness.ts";

const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
const broken = () => {
  throw new Error("broken");
};
const failing: Feature = {
  name: "failing",
  diagnostics: broken,
  fileDiagnostics: async () => broken(),
  inlayHints: broken,
  hintTooltip: broken,
  hover: broken,
  codeLenses: broken,
  codeActions: broken,
  documentLinks: broken,
};
const working: Feature = {
  name: "working",
  diagnostics: () => [{ range, message: "of the document" }],
  fileDiagnostics: async () => [{ range, message: "of the file" }],
  inlayHints: () => [{ position: range.start, label: "hint" }],
  hintTooltip: () => richText("tooltip"),
  hover: () => ({ contents: "hover" }),
  codeLenses: () => [{ range }],
  codeActions: () => [{ title: "action" }],
  documentLinks: () => [{ range }],
};

test("a feature that fails answers nothing and is logged once for each question; the others go on", async () => {
  const log: string[] = [];
  const host = createHost(
    [failing, working],
    createIsolation((message) => log.push(message.split("\n")[0] ?? "")),
  );
  const context = await contextOf("a: 1\n---\nb: 2\n");
  const questions = async () => [
    (await host.diagnostics(context, () => false)).map(({ message }) => message),
    host.inlayHints(context, range).map(({ label }) => label),
    host.hintTooltip(context, undefined)?.plain,
    host.hover(context, range.start)?.contents,
    host.codeLenses(context).length,
    (await host.codeActions(context, { range, diagnostics: [], wants: () => true }, () => false)).map(
      ({ title }) => title,
    ),
    host.documentLinks(context).length,
  ];
  const answers = [
    ["of the file", "of the document", "of the document"],
    ["hint"],
    "tooltip",
    "hover",
    1,
    ["action"],
    1,
  ];
  expect(await questions()).toEqual(answers);
  expect(await questions()).toEqual(answers);
  expect(log).toEqual([
    "failing: diagnostics failed: Error: broken",
    "failing: file failed: Error: broken",
    "failing: inlay hints failed: Error: broken",
    "failing: tooltip failed: Error: broken",
    "failing: hover failed: Error: broken",
    "failing: code lenses failed: Error: broken",
    "failing: code actions failed: Error: broken",
    "failing: links failed: Error: broken",
  ]);
});

test("a canceled question is answered short", async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  const slow: Feature = {
    name: "slow",
    diagnostics: () => {
      nowMs += 20;
      return [{ range, message: "slow" }];
    },
  };
  const host = createHost(
    [slow],
    createIsolation(() => {}),
  );
  const found = await host.diagnostics(await contextOf("a: 1\n---\nb: 2\n---\nc: 3\n"), () => true);
  expect(found).toHaveLength(1);
});

test("code actions are looked for one after the other, and no further when nobody wants them any more", async () => {
  let nowMs = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  const looked: number[] = [];
  const slow: Feature = {
    name: "slow",
    *codeActions() {
      for (let index = 0; index < 5; index += 1) {
        nowMs += 20;
        looked.push(index);
        yield { title: `action ${index}` };
      }
    },
  };
  const host = createHost(
    [slow],
    createIsolation(() => {}),
  );
  const context = await contextOf("a: 1\n");
  const asked = { range, diagnostics: [], wants: () => true };
  expect(await host.codeActions(context, asked, () => looked.length === 2)).toEqual([]);
  expect(looked).toEqual([0, 1]);
  expect(await host.codeActions(context, asked, () => false)).toHaveLength(5);
});
