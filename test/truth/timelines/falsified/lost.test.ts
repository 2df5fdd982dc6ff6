import { describe } from "vitest";
import { isExplainedOnlyUnchanged } from "./check.ts";
import { lostOrRepeated } from "./perturb.ts";

describe("a recording that lacks something, or has it twice, has no run of the engine", () =>
  isExplainedOnlyUnchanged(lostOrRepeated));
