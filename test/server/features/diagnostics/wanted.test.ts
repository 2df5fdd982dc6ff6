import { expect, test, vi } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver";
import { pause } from "../../../../server/features/core/pause.ts";
import { ifWanted } from "../../../../server/features/session/wanted.ts";

test("what is still wanted is answered", async () => {
  const { token } = new CancellationTokenSource();
  expect(await ifWanted(token, [], () => ["hint"])).toEqual(["hint"]);
});

test("nothing is worked out for a request that is taken back one message later", async () => {
  const source = new CancellationTokenSource();
  const ask = vi.fn(() => ["hint"]);
  const answer = ifWanted(source.token, [], ask);
  await pause();
  source.cancel();
  expect(await answer).toEqual([]);
  expect(ask).not.toHaveBeenCalled();
});
