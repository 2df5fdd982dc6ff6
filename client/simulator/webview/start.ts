import { firstScriptId } from "../../../shared/protocol/page-parts.ts";
import { runPacked } from "./packed.ts";

// What the page runs as it is. When it cannot go on, the extension hears nothing of the page and says so.
void runPacked(firstScriptId);
