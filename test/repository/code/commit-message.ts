const titleLengthMax = 72;
const lineLengthMax = 100;

/** Words with which a sentence about the code begins, and not one that says what the commit does. */
const noVerbs = "A An The It Its This That These Those We Our There No Now All".split(" ");
/** Verbs that end as a past tense, a participle or a third person does. */
const verbs = "Alias Bias Bring Embed Exceed Feed Focus Need Proceed Seed Shed Speed".split(" ");

/** What is wrong with the message of a commit, in sentences. The mood of a verb is looked at only by its ending. */
export function commitProblems(message: string): readonly string[] {
  const [title = "", second = "", ...body] = message.split("\n");
  const [word = ""] = title.split(/[ ,:]/, 1);
  const isImperative = !noVerbs.includes(word) && (verbs.includes(word) || !/(?:ed|ing|[^s]s)$/.test(word));
  const long = body.findIndex((line) => line.length > lineLengthMax && line.trim().includes(" "));
  return [
    ...(title.length <= titleLengthMax ? [] : [`The title has ${title.length} letters: at most ${titleLengthMax}.`]),
    ...(/^[A-Z]/.test(title) ? [] : ["The title does not begin with a capital letter."]),
    ...(title.endsWith(".") ? ["The title ends with a period."] : []),
    ...(isImperative ? [] : [`The title does not begin with a verb that says what to do, such as Read: ${word}.`]),
    ...(second === "" ? [] : ["The second line is not empty."]),
    ...(long === -1 ? [] : [`Line ${long + 3} has more than ${lineLengthMax} letters.`]),
  ];
}
