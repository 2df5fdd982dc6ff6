import { describe, expect, it } from "vitest";
import { sleepingCommand } from "../../../shared/kubernetes/sleeping-command.ts";

const sh = (script: string): readonly string[] => ["sh", "-c", script];

describe("a command that sleeps", () => {
  it.each<[readonly string[], number]>([
    [["sleep", "20"], 20],
    [["/bin/sleep", "20s"], 20],
    [["sleep", "1m", "30"], 90],
    [["sleep", "1.5m"], 90],
    [["sleep", ".5"], 0.5],
    [["sleep", "1d"], 86_400],
    [["sleep", "infinity"], Number.POSITIVE_INFINITY],
    [["busybox", "sleep", "5"], 5],
    [sh("sleep 20"), 20],
    [["/bin/bash", "-ec", "sleep 20"], 20],
    [["bash", "-e", "-c", "sleep '20'"], 20],
    [["bash", "-o", "pipefail", "-c", "sleep 20"], 0],
    [sh("exec sleep 20"), 20],
    [sh("echo bye; sleep 20 # a while\nsleep 1m"), 80],
    [sh('set -e\necho "it stops; soon" && sleep 20'), 20],
    [sh("sleep 20 || true"), 20],
  ])("%j sleeps for %ss, and does no more", (command, seconds) => {
    expect(sleepingCommand(command)).toEqual(seconds === 0 ? undefined : { sleepMs: seconds * 1000, isWhole: true });
  });

  it.each([
    ["sleep 5 && nginx -s quit", 5],
    ["sleep 5; nginx -s quit; sleep 60", 65],
    ["nginx -s quit; sleep 20", 20],
    ["nginx -s quit >/dev/null 2>&1 || true; sleep 20", 20],
    ["sleep 5; nginx -s quit && sleep 60", 5],
    ["sleep 5; kill 1; sleep 60", 5],
    ["touch /tmp/healthy; sleep 30; rm /tmp/healthy; sleep 600", 630],
    ["migrate; exec sleep 5", 5],
    ["sleep 5 | cat; sleep 60", 5],
    ["sleep 5 || sleep 60", 5],
    ["sleep 5; [ -f /tmp/x ] && sleep 60", 5],
    ["sleep 5; sleep $(cat /tmp/x)", 5],
    ["sleep 5; if true; then sleep 60; fi", 5],
  ])("%s sleeps for at least %ss", (script, seconds) => {
    expect(sleepingCommand(sh(script))).toEqual({ sleepMs: seconds * 1000, isWhole: false });
  });

  it.each<[readonly string[]]>([
    [[]],
    [["sleep"]],
    [["sleep", "soon"]],
    [["sleep", "$SECONDS"]],
    [["sleep 20"]],
    [["sh", "sleep 20"]],
    [["sh", "-c"]],
    [["sh", "-c", "sleep", "20"]],
    [["nginx", "-s", "quit"]],
    [sh("kill -TERM 1 && sleep 20")],
    [sh("exit 0; sleep 20")],
    [sh("sleep 20 &")],
    [sh("(sleep 20)")],
    [sh("while true; do sleep 1; done")],
    [sh("for i in 1 2; do sleep 20; done")],
    [sh('sleep "20')],
    [sh("sleep $WAIT")],
    [sh("sleep `cat /tmp/x`")],
    [sh("echo sleep 20")],
  ])("of %j, nobody can say that it sleeps", (command) => {
    expect(sleepingCommand(command)).toBeUndefined();
  });

  it("reads a script in linear time", () => {
    expect(sleepingCommand(sh(`${"'".repeat(100_001)} sleep 5`))).toBeUndefined();
    expect(sleepingCommand(sh("sleep 1; ".repeat(20_000)))).toEqual({ sleepMs: 20_000_000, isWhole: true });
  });
});
