import { describe, expect, it } from "vitest";
import { finish, lazy, type Pieces } from "../../../shared/basics/pieces.ts";

function* counted(done: string[], last = 3): Pieces<number> {
  for (let piece = 1; piece < last; piece += 1) {
    done.push(`piece ${piece}`);
    yield;
  }
  done.push(`piece ${last}`);
  return last;
}

describe("work in pieces", () => {
  it("is finished in one go", () => {
    const done: string[] = [];
    expect(finish(counted(done))).toBe(3);
    expect(done).toEqual(["piece 1", "piece 2", "piece 3"]);
  });

  it("is done once, however many ask", () => {
    const done: string[] = [];
    const answer = lazy(() => counted(done));
    expect(done).toEqual([]);
    expect([answer.get(), answer.get()]).toEqual([3, 3]);
    expect([...answer.pieces()]).toEqual([]);
    expect(done).toHaveLength(3);
  });

  it("goes on where somebody stopped, with those who ask next", () => {
    const done: string[] = [];
    const answer = lazy(() => counted(done));
    const [first, second] = [answer.pieces(), answer.pieces()];
    first.next();
    expect(done).toEqual(["piece 1"]);
    second.next();
    expect(done).toEqual(["piece 1", "piece 2"]);
    first.return();
    expect(answer.get()).toBe(3);
    expect(second.next().done).toBe(true);
    expect(done).toHaveLength(3);
  });

  it("keeps an answer that is undefined, too", () => {
    let begun = 0;
    const answer = lazy(function* (): Pieces<undefined> {
      begun += 1;
      yield;
      return undefined;
    });
    expect([answer.get(), answer.get(), begun]).toEqual([undefined, undefined, 1]);
  });
});
