// What only some runs need: those of Jobs and of pods with a scenario. Such a page runs it before its first picture, any other behind it.
export { play } from "../../../shared/controllers/job/play.ts";
export { parseScenario, textsOfLines } from "../../../shared/scenario/language/parse.ts";
