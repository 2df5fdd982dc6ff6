import { describe } from "vitest";
import { isExplainedOnlyUnchanged } from "./check.ts";
import { movedOrAltered } from "./perturb.ts";

describe("a recording with something at another time, or with other content, has no run of the engine", () =>
  isExplainedOnlyUnchanged(movedOrAltered));
