import * as z from "zod/mini";
import { serverRequests } from "../../../shared/protocol/request.ts";
import { showTimelineCommand } from "../pods/show-timeline.ts";
import type { Session } from "../session/session.ts";
import { answerAbout } from "./requests.ts";
import { timelineTextAnswer } from "./timeline-text.ts";

/** Writes a text where the editor can open it, and gives its address; undefined if it cannot be written. */
export type WriteShownText = (title: string, text: string) => Promise<string | undefined>;

const argumentsSchema = z.tuple([serverRequests.timelineText.params]);

/** `workspace/executeCommand`, for clients that have no commands of ours. */
export function answerCommands(session: Session, writeText: WriteShownText): void {
  const { connection, isolation } = session;
  connection.onExecuteCommand(async ({ command, arguments: given }) => {
    const wanted = argumentsSchema.safeParse(given);
    if (command !== showTimelineCommand || !wanted.success) return null;
    const [place] = wanted.data;
    const timeline = await answerAbout(session, command, place.uri, null, (context) =>
      timelineTextAnswer(context, place),
    );
    if (timeline === null) return null;
    const uri = "text" in timeline ? await writeText(timeline.title, timeline.text) : undefined;
    const problem = "problem" in timeline ? timeline.problem : "The timeline can't be written to the temporary folder.";
    await isolation.wait(command, async () => {
      if (uri === undefined) connection.window.showErrorMessage(problem);
      else await connection.window.showDocument({ uri, takeFocus: true });
    });
    return null;
  });
}
