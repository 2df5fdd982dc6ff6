import { describe, expect, it } from "vitest";
import { readShellLoop } from "../../../server/repairs/shell-loop.ts";

/** `command | codes after which it runs again`. */
function read(script: string): string | undefined {
  const loop = readShellLoop(script);
  if (loop === undefined) return undefined;
  const { again } = loop;
  const codes = again === "any" ? again : `${again.operator} ${again.values.join(" ")}`;
  return `${script.slice(loop.start, loop.end)} | ${codes}`;
}

describe("a loop that a kubelet's restarts can stand for", () => {
  it.each([
    ["while true; do server --port 80; sleep 5; done", "server --port 80 | any"],
    ["while :; do server; done", "server | any"],
    ["while true\ndo\n  server\n  sleep 1s\ndone\n", "server | any"],
    ["while true; do prepare; server; sleep 5; done", "prepare; server | any"],
    ["until nslookup db; do sleep 2; done", "nslookup db | NotIn 0"],
    ['until nc -z "$HOST" 5432; do echo "waiting for $HOST"; sleep 120; done;', 'nc -z "$HOST" 5432 | NotIn 0'],
    ["until a && b; do :; done", "a && b | NotIn 0"],
    ["while ! curl -f http://db; do sleep 2; done", "curl -f http://db | NotIn 0"],
    ["while true; do train && break; sleep 5; done", "train | NotIn 0"],
    ["while true; do if train --all; then break; fi; sleep 5; done", "train --all | NotIn 0"],
    ["while true; do step || exit $?; done", "step | In 0"],
    ["while true; do train; rc=$?; [ $rc -eq 42 ] || exit $rc; sleep 1; done", "train | In 42"],
    ['while true; do train; rc=$?; [ "$rc" = 42 ] || [ $rc -eq 43 ] || exit "$rc"; done', "train | In 42 43"],
    [
      "while true; do\n  train\n  code=$?\n  if [ $code -ne 42 ]; then\n    exit $code\n  fi\n  sleep 5\ndone",
      "train | In 42",
    ],
    ["while true; do train; rc=$?; [ $rc -ne 42 ] && exit $rc; done", "train | In 42"],
    ["while true; do train; rc=$?; [ $rc -eq 0 ] && exit $rc; sleep 3; done", "train | NotIn 0"],
    ["while true; do train; rc=$?; if [ $rc -eq 3 ]; then exit $rc; fi; done", "train | NotIn 3"],
  ])("%j", (script, expected) => {
    expect(read(script)).toBe(expected);
  });
});

describe("no such loop", () => {
  it.each([
    ["a schedule", "while true; do backup; sleep 3600; done"],
    ["a schedule in hours", "while true; do backup; sleep 1h; done"],
    ["a command that is over in a moment", "while true; do date >> /data/log; sleep 1; done"],
    ["something before", "cd /app; while true; do server; sleep 5; done"],
    ["something behind", "until ready; do sleep 1; done; server"],
    ["work between the tries", "until ready; do cleanup; sleep 1; done"],
    ["a command substitution between the tries", "until ready; do echo $(cleanup); sleep 1; done"],
    ["an exit of its own", "while true; do server; test -f /stop && exit 3; sleep 5; done"],
    ["a break further in", "while true; do a; if b; then break; fi; c; sleep 5; done"],
    ["a background command", "while true; do server & sleep 5; done"],
    ["a loop in the loop", "while true; do for i in 1 2; do server; done; sleep 5; done"],
    ["the opposite of a list", "while ! a && b; do sleep 1; done"],
    ["a condition", "while test -f /go; do server; done"],
    ["a code that is lost", "while true; do train; [ $? -eq 42 ] || exit; done"],
    ["another variable", "while true; do train; rc=$?; [ $rc -eq 42 ] || exit $code; done"],
    ["a comment", "while true; do server # one\nsleep 5; done"],
    ["nothing", ""],
  ])("%s", (_, script) => {
    expect(read(script)).toBeUndefined();
  });
});

/** What fails only at its end, after as many ways to read the middle as a slow reader can find. */
describe("a hostile script is read in few steps", () => {
  it.each([
    ["echoes on lines of their own", "until x\ndo sleep 1", "\n\necho"],
    ["echoes with blanks", "until x\ndo sleep 1", "; echo    a   "],
    ["echoes behind a loop", "while :; do\nx && exit; echo", "\n\necho"],
    ["echoes behind a condition", "while :; do if a; then break; fi; echo", "\n\necho(a"],
    ["empty lines", "while :; do\nu\nc=$?\n[ $c = 0 ] || exit $c; echo", "\t\n"],
  ])("%s", (_, start, repeated) => {
    expect(read(`${(start + repeated.repeat(300)).slice(0, 999)}&`)).toBeUndefined();
  });
});
