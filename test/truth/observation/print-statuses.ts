import { mixedPods, recordedPods } from "./figures.ts";
import { judgedAnswers, statusFigures } from "./statuses.ts";

// Prints how the first words about recorded statuses fare, and each that is wrong. With an argument only the recordings whose name holds it.
const [, , part] = process.argv;
const pods = [...recordedPods(part), ...mixedPods(part)].filter(({ isDisturbed }) => !isDisturbed);
const judged = pods.flatMap((pod, index) => judgedAnswers(pod, index));
const { answers, right, wrongWords } = statusFigures(judged);
const wrong = judged.filter(({ mistakes }) => mistakes.length > 0);
const lines = wrong.map(
  ({ name, headline, mistakes, truth }) => `${mistakes.join(",")}  ${name}\n    ${headline}\n    ${truth}`,
);
process.stdout.write(`${[`${right} of ${answers} right, wrong words in ${wrongWords}`, ...lines].join("\n")}\n`);
