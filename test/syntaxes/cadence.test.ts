import { expect, test } from "vitest";
import { clauseForms } from "../../shared/scenario/language/clauses.ts";
import { conditionForms, eventForms } from "../../shared/scenario/language/forms.ts";
import { wordsOf } from "../../shared/scenario/reading/pattern.ts";
import { createHighlighter } from "./textmate.ts";

const highlight = await createHighlighter();

/** What our grammar colors in one line after `cadence:`, as `scope(word)` with the last part of the scope. */
function colored(line: string): string {
  const tokens = highlight(line).flat();
  const ours = tokens.flatMap(({ text, scopes }) => {
    const scope = /([^.]+)\.cadence$/.exec(scopes.at(-1) ?? "")?.[1];
    return scope === undefined ? [] : [`${scope}(${text})`];
  });
  return ours.join(" ").replace("other(cadence) separator(:)", "").trim();
}

test.each([
  ["- name: app # cadence: crashes x5, then runs", "behavior(crashes) numeric(x5) control(then) behavior(runs)"],
  [
    "# cadence: app: starts in 40s, exits 1 after 1m30s",
    "tag(app) separator(:) behavior(starts) preposition(in) duration(40s) behavior(exits) numeric(1) preposition(after) duration(1m30s)",
  ],
  ["# cadence: starts in 14s–26s", "behavior(starts) preposition(in) duration(14s–26s)"],
  [
    "  #cadence: hangs liveness after 10 min, ignores SIGTERM",
    "behavior(hangs) probe(liveness) preposition(after) duration(10 min) behavior(ignores) language(SIGTERM)",
  ],
  [
    "# cadence: expect restarts <= 3 within 10m",
    "control(expect) behavior(restarts) operator(<=) numeric(3) preposition(within) duration(10m)",
  ],
  [
    "# cadence: expect down at most 1 hour within 2 hours",
    "control(expect) behavior(down) behavior(at) behavior(most) duration(1 hour) preposition(within) duration(2 hours)",
  ],
  [
    "# cadence: at 5m kubelet restarts in 3s",
    "control(at) duration(5m) behavior(kubelet) behavior(restarts) preposition(in) duration(3s)",
  ],
  [
    "# cadence: new: app: crashes after 5s",
    "tag(new) separator(:) tag(app) separator(:) behavior(crashes) preposition(after) duration(5s)",
  ],
  [
    "# cadence: expect available >= 9 during rollout",
    "control(expect) behavior(available) operator(>=) numeric(9) behavior(during) behavior(rollout)",
  ],
  ["# cadence: at 5m node drains", "control(at) duration(5m) behavior(node) behavior(drains)"],
  ['x: y # cadence: fails "then" for 500ms', 'behavior(fails) quoted("then") preposition(for) duration(500ms)'],
  [
    "# cadence: ignore probe-success-threshold — runs for 10s anyway",
    "control(ignore) function(probe-success-threshold)",
  ],
  ["# cadence: ignore some-rule, other-rule — both are meant", "control(ignore) function(some-rule, other-rule)"],
])("%s", (line, expected) => {
  expect(colored(line)).toBe(expected);
});

test.each(["# the cadence: crashes x5", "# cadences: crashes x5", "key: 'cadence: crashes x5'", "crashes: 5"])(
  "%s is none of ours",
  (line) => {
    expect(colored(line)).toBe("");
  },
);

test("the line below a comment is YAML again", () => {
  const [, below] = highlight('# cadence: fails "then\nname: crashes');
  expect(below?.map(({ scopes }) => scopes.at(-1)).join(" ")).not.toContain("cadence");
});

const words = new Set([...clauseForms, ...eventForms, ...conditionForms].flatMap(wordsOf));

test.each([...words, "then", "expect", "ignore", "at"])("the word `%s` of the language is colored", (word) => {
  expect(colored(`# cadence: ${word}`)).toContain(`(${word})`);
});
