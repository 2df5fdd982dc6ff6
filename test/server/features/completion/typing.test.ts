import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver";
import { createTyping, type Typing } from "../../../../server/features/session/typing.ts";

const uri = "file:///w/pod.yaml";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

const judgingMs = 5;

/** Asks behind a change, as editors do; the judging takes a while. */
function asks(typing: Typing, startMs: number, answers: string[]): Promise<void> {
  typing.changed(uri);
  return typing.pause(uri, new CancellationTokenSource().token).then(async (isWanted) => {
    if (!isWanted) {
      answers.push("-");
      return;
    }
    answers.push(String(performance.now() - startMs));
    await new Promise((resolve) => setTimeout(resolve, judgingMs));
    typing.answered(uri);
  });
}

/** When each request is judged, in ms, for keys that come so long after each other; `-`: a newer one took its place. */
async function judgedAt(gapsMs: readonly number[]): Promise<string> {
  const [typing, startMs] = [createTyping(), performance.now()];
  const answers: string[] = [];
  typing.changed(uri);
  await vi.advanceTimersByTimeAsync(500);
  for (const gapMs of gapsMs) {
    await vi.advanceTimersByTimeAsync(gapMs);
    void asks(typing, startMs, answers);
  }
  await vi.advanceTimersByTimeAsync(1000);
  return answers.join(" ");
}

test("a single change is judged as soon as somebody asks", async () => {
  expect(await judgedAt([0])).toBe("500");
  expect(await judgedAt([0, 500, 500])).toBe("500 1000 1500");
});

test("of the keys of somebody who types, the first and the last are judged", async () => {
  expect(await judgedAt([0, 80, 80, 80, 80])).toBe("500 - - - 970");
});

test("a pause between two words is one", async () => {
  expect(await judgedAt([0, 80, 80, 400, 80, 80])).toBe("500 - 810 1060 - 1370");
});

/** When each request of a client is judged that changes the text 60 ms after it has its answer. */
async function judgedForProgram(edits: number): Promise<string> {
  const [typing, startMs] = [createTyping(), performance.now()];
  const answers: string[] = [];
  const program = async () => {
    for (let edit = 0; edit < edits; edit += 1) {
      await asks(typing, startMs, answers);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  };
  const done = program();
  await vi.advanceTimersByTimeAsync(10_000);
  await done;
  return answers.join(" ");
}

test("a client that waits for its answers is judged without a pause from the third edit on", async () => {
  expect(await judgedForProgram(6)).toBe("0 215 280 345 410 475");
});

test("whether it waits is looked at again now and then", async () => {
  const times = (await judgedForProgram(70)).split(" ").map(Number);
  const late = times.flatMap((time, edit) => (time - (times[edit - 1] ?? time) > 100 ? [edit] : []));
  expect(late).toEqual([1, 35, 69]);
});

test("somebody who types on before the answer has come is no such client", async () => {
  const [typing, startMs] = [createTyping(), performance.now()];
  const answers: string[] = [];
  for (const gapMs of [0, 80, 80, 200, 2, 80, 80]) {
    await vi.advanceTimersByTimeAsync(gapMs);
    void asks(typing, startMs, answers);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(answers.join(" ")).toBe("0 - 310 360 - - 672");
});

test("a request that is taken back ends its wait", async () => {
  const typing = createTyping();
  typing.changed(uri);
  typing.changed(uri);
  const source = new CancellationTokenSource();
  const pause = typing.pause(uri, source.token);
  source.cancel();
  expect(await pause).toBe(false);
});

test("a file that is closed leaves nobody waiting", async () => {
  const typing = createTyping();
  typing.changed(uri);
  typing.changed(uri);
  const pause = typing.pause(uri, new CancellationTokenSource().token);
  typing.close(uri);
  expect(await pause).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
