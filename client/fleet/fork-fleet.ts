import { fork } from "node:child_process";
import type { FleetAnswer, FleetCall, RunFleet } from "./run-fleet.ts";

/** A report of the largest fleet that was measured is a tenth of this. */
const outputMax = 200_000_000;
const errorsMax = 10_000;

/** `program`: the command line of the extension. */
export function forkFleet(program: string): RunFleet {
  return ({ args, input }: FleetCall, token) =>
    new Promise<FleetAnswer>((resolve) => {
      const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1", ELECTRON_NO_ASAR: "1" };
      const child = fork(program, ["fleet", ...args], { silent: true, execArgv: [], env });
      let output = "";
      let errors = "";
      let isCanceled = false;
      const canceled = token.onCancellationRequested(() => {
        isCanceled = true;
        child.kill();
      });
      child.stdout?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        if (output.length > outputMax) child.kill();
      });
      child.stderr?.setEncoding("utf8").on("data", (text: string) => {
        errors = `${errors}${text}`.slice(-errorsMax);
      });
      child.stdin?.on("error", () => undefined); // it ended before it read: its exit says why
      child.stdin?.end(input);
      const end = (answer: FleetAnswer): void => {
        canceled.dispose();
        resolve(answer);
      };
      child.once("error", ({ message }) => end({ problem: message }));
      child.once("close", (code) => {
        if (isCanceled) end("canceled");
        else if (code === 0) end({ output });
        else end({ problem: errors.trim() });
      });
    });
}
