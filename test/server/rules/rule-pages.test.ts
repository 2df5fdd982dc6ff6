import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { isRuleId } from "../../../server/rule-ids/ids.ts";
import { allRules } from "../../../server/rules/index.ts";
import { readProjectFile } from "../../../server/schema/project-file.ts";
import { check, settingsOf } from "./check-rules.ts";
import { inRepository, renderRulePages } from "./rule-pages.ts";

describe("docs/rules", () => {
  it.each([...renderRulePages()])("%s is what the doc comments say", (file, text) => {
    if (process.env["UPDATE_GOLDEN"] === "1") {
      mkdirSync(dirname(inRepository(file)), { recursive: true });
      writeFileSync(inRepository(file), text);
    }
    expect(readFileSync(inRepository(file), "utf8"), "UPDATE_GOLDEN=1 npx vitest run test/server/rules").toBe(text);
  });

  it.each(allRules.map(({ id }) => id))("the example of %s fires, and what to write instead does not", async (id) => {
    const page = renderRulePages().get(`docs/rules/${id}.md`) ?? "";
    const examples = [...page.matchAll(/```yaml( project-file)?\n([\s\S]*?)```/g)];
    const found = await Promise.all(
      examples.map(([, isProject, text = ""]) => (isProject ? problemsOf(text) : firingOf(page, text))),
    );
    if (examples.length > 0) expect(found[0]).toContain(id);
    for (const instead of found.slice(1)) expect(instead).not.toContain(id);
  });
});

async function firingOf(page: string, text: string): Promise<readonly string[]> {
  const version = /^With `(kubernetes: "1\.\d+"|\{.*\})`/m.exec(page)?.[1] ?? "";
  return check(text, await settingsOf(version)).map(({ rule }) => rule);
}

function problemsOf(projectFile: string): readonly string[] {
  return readProjectFile(projectFile).problems.length > 0 && isRuleId("project-file") ? ["project-file"] : [];
}
