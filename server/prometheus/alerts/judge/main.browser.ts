// The chunk for a worker of a browser, which loads it with importScripts().

import { type AlertJudge, alertJudge } from "./main.ts";

declare global {
  // A property of the global object must be a var.
  // eslint-disable-next-line no-var
  var podCadenceAlertJudge: AlertJudge | undefined;
}

globalThis.podCadenceAlertJudge = alertJudge;
