// A bundle of its own: it is the command that runs before each commit and in each job of a CI system, and waits for no other's code.

import { provideAlertJudge } from "../../analysis/alert-judge.ts";
import { serveTasks as serve } from "../files/thread.ts";
import { checkFile } from "./check-file.ts";

export { check } from "./check.ts";

provideAlertJudge(async () => (await import("../../prometheus/alerts/judge/main.ts")).alertJudge);

export const serveTasks = (): Promise<void> => serve(checkFile);
