import { expect, test } from "vitest";
import { clauseForms } from "../../shared/scenario/clauses.ts";
import { conditionForms, eventForms } from "../../shared/scenario/forms.ts";
import { wordsOf } from "../../shared/scenario/pattern.ts";
import { createHighlighter } from "./textmate.ts";

const highlight = await createHighlighter();

/** What our grammar colours in one line after `cadence:`, as `scope(word)` with the last part of the scope. */
function coloured(line: string): string {
  const tokens = highlight(line).flat();
  const ours = tokens.flatMap(({ text, scopes }) => {
    const scope = /([^.]+)\.cadence$/.exec(scopes.at(-1) ?? "")?.[1];
    return scope === undefined ? [] : [`${scope}(${text})`];
  });
  return ours.join(" ").replace("other(cadence) separator(:)", "").trim();
}

test.each([
  ["- name: app # cadence: crashes x5, then runs", "behaviour(crashes) numeric(x5) control(then) behaviour(runs)"],
  [
    "# cadence: app: starts in 40s, exits 1 after 1m30s",
    "tag(app) separator(:) behaviour(starts) preposition(in) duration(40s) behaviour(exits) numeric(1) preposition(after) duration(1m30s)",
  ],
  [
    "  #cadence: hangs liveness after 10 min, ignores SIGTERM",
    "behaviour(hangs) probe(liveness) preposition(after) duration(10 min) behaviour(ignores) language(SIGTERM)",
  ],
  [
    "# cadence: expect restarts <= 3 within 10m",
    "control(expect) behaviour(restarts) operator(<=) numeric(3) preposition(within) duration(10m)",
  ],
  [
    "# cadence: expect down at most 1 hour within 2 hours",
    "control(expect) behaviour(down) behaviour(at) behaviour(most) duration(1 hour) preposition(within) duration(2 hours)",
  ],
  [
    "# cadence: at 5m kubelet restarts in 3s",
    "control(at) duration(5m) behaviour(kubelet) behaviour(restarts) preposition(in) duration(3s)",
  ],
  [
    "# cadence: new: app: crashes after 5s",
    "tag(new) separator(:) tag(app) separator(:) behaviour(crashes) preposition(after) duration(5s)",
  ],
  [
    "# cadence: expect available >= 9 during rollout",
    "control(expect) behaviour(available) operator(>=) numeric(9) behaviour(during) behaviour(rollout)",
  ],
  ["# cadence: at 5m node drains", "control(at) duration(5m) behaviour(node) behaviour(drains)"],
  ['x: y # cadence: fails "then" for 500ms', 'behaviour(fails) quoted("then") preposition(for) duration(500ms)'],
  [
    "# cadence: ignore probe-success-threshold — runs for 10s anyway",
    "control(ignore) function(probe-success-threshold)",
  ],
  ["# cadence: ignore some-rule, other-rule — both are meant", "control(ignore) function(some-rule, other-rule)"],
])("%s", (line, expected) => {
  expect(coloured(line)).toBe(expected);
});

test.each(["# the cadence: crashes x5", "# cadences: crashes x5", "key: 'cadence: crashes x5'", "crashes: 5"])(
  "%s is none of ours",
  (line) => {
    expect(coloured(line)).toBe("");
  },
);

test("the line below a comment is YAML again", () => {
  const [, below] = highlight('# cadence: fails "then\nname: crashes');
  expect(below?.map(({ scopes }) => scopes.at(-1)).join(" ")).not.toContain("cadence");
});

const words = new Set([...clauseForms, ...eventForms, ...conditionForms].flatMap(wordsOf));

test.each([...words, "then", "expect", "ignore", "at"])("the word `%s` of the language is coloured", (word) => {
  expect(coloured(`# cadence: ${word}`)).toContain(`(${word})`);
});
