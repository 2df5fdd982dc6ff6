// Asks the oracle about the updates of test/shared/api-server/update/cases.ts, and writes down what each release says:
// node test/oracle/record-updates.ts 1.37.1 1.33.13
import { writeFileSync } from "node:fs";
import { changed, updateCases, written } from "../shared/api-server/update/cases.ts";
import { verdictSchema } from "./compare.ts";
import { ask, build } from "./program.ts";

const releases = process.argv.slice(2);
const answers = new Map<string, readonly unknown[]>();
for (const release of releases) {
  const questions = updateCases.map((each) => ({
    mode: "update" as const,
    before: JSON.stringify(written[each.before]),
    text: JSON.stringify(changed(each)),
  }));
  answers.set(release, await ask(build(release), questions));
}

const recorded = updateCases.map(({ what, before }, index) => ({
  what: `${before}: ${what}`,
  ...Object.fromEntries(
    [...answers].map(([release, all]) => [release, wordsOf(verdictSchema.parse(all[index]).documents[0])]),
  ),
}));
writeFileSync(
  new URL("../shared/api-server/update/recorded.json", import.meta.url),
  `${JSON.stringify(recorded, undefined, 2)}\n`,
);

/** `taken`, or what the server says, without the difference in Go's notation. */
function wordsOf(verdict: ReturnType<typeof verdictSchema.parse>["documents"][number] | undefined): unknown {
  if (verdict === undefined || verdict.accepted === null) throw new Error(`no verdict: ${verdict?.decode}`);
  if (verdict.accepted) return "taken";
  return verdict.errors.map(({ field, detail }) => `${field}: ${detail?.split("\n")[0]}`);
}
