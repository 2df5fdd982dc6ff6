// What the first picture does not need. The page loads it when it is idle, so that it opens sooner.
export { expectationMoments } from "../../../shared/forecast/expectation-moments.ts";
export { changeOf } from "./actions.ts";
export { alternativesView } from "./alternatives-view.ts";
export { answerOf } from "./answer.ts";
export { playBeside } from "./beside.ts";
export { compareMenu } from "./compare-menu.ts";
export { comparedInWords } from "./compared-words.ts";
export { exportMenu } from "./export-menu.ts";
export { exportRequest } from "./export-request.ts";
export { helpView } from "./help-view.ts";
export { injectMenu } from "./inject-menu.ts";
export { laterStyles } from "./later-styles.ts";
export { gatesMenu, kubeletMenu } from "./node-menus.ts";
export { Player } from "./player.ts";
export { linesOf } from "./scenario-rows.ts";
export { sidePartsView } from "./side-view.ts";
export { tableView } from "./table-view.ts";
