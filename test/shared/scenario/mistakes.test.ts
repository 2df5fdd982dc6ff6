import { expect, test } from "vitest";
import { checkMistakes, comment, parse, summary } from "./check.ts";

test("a word that is none", () => {
  checkMistakes(`
    crashs after 5s
    ^^^^^^ "crashs" is not a clause here: did you mean "crashes"?
    oomkilled
    ^^^^^^^^^ "oomkilled" is not a clause here: did you mean "oom"?
    start in 5s
    ^^^^^ "start" is not a clause here: did you mean "starts"?
    sleeps
    ^^^^^^ "sleeps" is not a clause here: write CLAUSES.
    app crashes
    ^^^ "app" is not a clause here: did you mean "app:"?
    crashes aftr 5s
            ^^^^ "aftr" cannot stand here: did you mean "after"?
    crashes 5 times
            ^ "5" cannot stand here: write "after", "x5", "," or ", then".
    takes 5s to boot
                ^^^^ "boot" cannot stand here: write "create" or "start".
    runs # for now
         ^ "#" cannot stand here: write "for", "x5", "," or ", then".
    "runs"
    ^^^^^^ '"runs"' is not a clause here: write CLAUSES.
  `);
});

test("where nothing was probably meant, all words that could stand there are told", () => {
  expect(parse(comment("sleeps")).problems[0]?.message).toBe(
    '"sleeps" is not a clause here: write "runs", "completes", "crashes", ' +
      '"exits", "oom", "starts in", "fails", "hangs", "breaks", "redirects", "answers", "stops", "ignores SIGTERM", "takes", ' +
      '"cannot be created", "cannot be started", "image missing", "image takes", the name of a container and ":", ' +
      '"expect", "at" or "ignore".',
  );
  const [problem] = parse(comment("crashs")).problems;
  expect(problem?.expected.join(" | ")).toBe(
    "runs | completes | crashes | exits | oom | starts in | fails | hangs | breaks | redirects | answers | stops | ignores SIGTERM | takes | " +
      "cannot be created | cannot be started | image missing | image takes | db: | log: | app: | expect | at | ignore",
  );
  expect(problem?.nearest).toBe("crashes");
});

test("a word that is missing", () => {
  checkMistakes(`
    crashes after
            ^^^^^ Something is missing after "after": write a duration such as "90s" or "5m".
    crashes after, then runs
            ^^^^^ Something is missing after "after": write a duration such as "90s" or "5m".
    exits
    ^^^^^ Something is missing after "exits": write an exit code from 0 to 255.
    cannot be
           ^^ Something is missing after "be": write "created" or "started".
    answers preStop
            ^^^^^^^ Something is missing after "preStop": write "in".
    ignores
    ^^^^^^^ Something is missing after "ignores": write "SIGTERM".
    , runs
    ^ Something is missing before ",": write CLAUSES.
    starts in 5s,, runs
                ^ Something is missing after ",": write "then", CLAUSES.
    crashes, then
             ^^^^ Something is missing after "then": write CLAUSES.
    app:
       ^ Something is missing after ":": write CLAUSES.
  `);
});

test.each(["", "  "])("an empty text", (text) => {
  const [problem] = parse(comment(text)).problems;
  expect(problem?.message).toMatch(/^Something is missing: write "runs", /);
  expect([problem?.start, problem?.end]).toEqual([0, text.length]);
});

test("a comma that is missing: both clauses count", () => {
  checkMistakes(`
    starts in 5s exits 3 after 5m
                 ^^^^^ A comma is missing before "exits".
    crashes x5 then runs
               ^^^^ A comma is missing before "then".
    fails runs
          ^^^^ A comma is missing before "runs".
  `);
  expect(summary(comment("starts in 5s exits 3 after 5m then runs"))[0]).toBe(
    "app: starts in 5s, exits 3 after 5m, then runs",
  );
});

test("values out of their bounds", () => {
  checkMistakes(`
    exits 256
          ^^^ An exit code goes from 0 to 255: "256" does not.
    exits -1
          ^^ An exit code goes from 0 to 255: "-1" does not.
    stops with 300
               ^^^ An exit code goes from 0 to 255: "300" does not.
    crashes after 5
                  ^ "5" has no unit: write "5s", "5m" or "5h".
    crashes after 5 x3, then runs
                  ^ "5" has no unit: write "5s", "5m" or "5h".
    crashes after 5weeks
                  ^^^^^^ "5weeks" is no duration: write "5s", "5m" or "5h".
    crashes after -5s
                  ^^^ "-5s" is negative: a duration counts forwards.
    crashes after 1000000h
                  ^^^^^^^^ "1000000h" is longer than 100 years.
    crashes after soon
                  ^^^^ "soon" cannot stand here: write a duration such as "90s" or "5m".
    crashes x0, then runs
            ^^ A number from 1 to 1000000 stands after "x": this run that often.
    crashes x many, then runs
              ^^^^ A number from 1 to 1000000 stands after "x": this run that often.
    image missing 0 times
                  ^ This number goes from 1 to 1000000: "0" does not.
  `);
});

test("probes and commands", () => {
  checkMistakes(`
    hangs livness after 10m
          ^^^^^^^ "livness" is no probe: did you mean "liveness"? If it is the first word of an exec command, put it in quotes.
    fails livenessProbe
          ^^^^^^^^^^^^^ "livenessProbe" is no probe: did you mean "liveness"? If it is the first word of an exec command, put it in quotes.
    answers pre-stop in 5s
            ^^^^^^^^ "pre-stop" is no probe: did you mean "preStop"? If it is the first word of an exec command, put it in quotes.
    fails "pg_isready after 5s
          ^^^^^^^^^^^^^^^^^^^^ The quote that begins here is not closed.
  `);
});

test("contradictions", () => {
  checkMistakes(`
    crashes x5
            ^^ This is the last run, and it repeats for ever anyway: add ", then runs", or whatever follows.
    runs, then crashes x 5
                       ^^^ This is the last run, and it repeats for ever anyway: add ", then runs", or whatever follows.
    crashes x2, ignores SIGTERM, then runs
            ^^ How often a run is repeated stands at its end, after the last clause.
    crashes after 5s, exits 3
                      ^^^^^^^ This run has an ending already: only the first counts. If this is the next run, write ", then" before it.
    runs for 5s, oom
                 ^^^ This run has an ending already: only the first counts. If this is the next run, write ", then" before it.
    starts in 5s, starts in 6s
                  ^^^^^^^^^^^^ This run says that already: only the first counts.
    ignores SIGTERM, stops in 3s
                     ^^^^^^^^^^^ This run says that already: only the first counts.
    cannot be created, cannot be started
                       ^^^^^^^^^^^^^^^^^ This run says that already: only the first counts.
    image missing, then image missing 2 times
                        ^^^^^^^^^^^^^^^^^^^^^ The image has been spoken of: only the first counts.
    image missing after 5m, image takes 1s, image missing 2 times after 5m, image takes 2s
                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The image has been spoken of: only the first counts.
                                                                            ^^^^^^^^^^^^^^ The image has been spoken of: only the first counts.
    image missing x3
                  ^^ An image is no run: write "image missing 3 times" for the number of pulls that fail.
  `);
});

test("several mistakes in one text", () => {
  checkMistakes(`
    crashs, starts in 5, ignores SIGTERM, then exits 300 x5, then runs
    ^^^^^^ "crashs" is not a clause here: did you mean "crashes"?
                      ^ "5" has no unit: write "5s", "5m" or "5h".
                                                     ^^^ An exit code goes from 0 to 255: "300" does not.
  `);
});

/** What still counts of a text with a mistake in it: every clause without one. */
test.each([
  ["crashs, starts in 5s, then runs", "app: starts in 5s, then runs"],
  ["starts in 5s, crashs, ignores SIGTERM", "app: starts in 5s, ignores SIGTERM"],
  ["crashes aftr 5s, ignores SIGTERM", "app: ignores SIGTERM"],
  ["crashes, then exits 300, then oom", "app: crashes, then oom"],
  ["crashes x5, then rns", "app: crashes"],
  ["crashes x5", "app: crashes"],
  ["crashes x2, ignores SIGTERM, then runs", "app: crashes, ignores SIGTERM x2, then runs"],
  ["crashes, exits 3, then runs", "app: crashes, then runs"],
  ["crashs", undefined],
])("%s still says %s", (text, expected) => {
  const said = summary(comment(text));
  expect(said[0]?.startsWith("problem") ? undefined : said[0]).toBe(expected);
  expect(said.at(-1)).toMatch(/^problem in 0/);
});

test("a text that is all mistakes is reported up to a limit", () => {
  expect(parse(comment("nonsense, ".repeat(1000))).problems).toHaveLength(20);
});

test("events", () => {
  checkMistakes(`
    at kubelet restarts
       ^^^^^^^ "kubelet" cannot stand here: write a duration such as "90s" or "5m".
    at 5 min kublet restarts
             ^^^^^^ "kublet" is not an event here: did you mean "kubelet"?
    at 5m kubelet restart
                  ^^^^^^^ "restart" cannot stand here: did you mean "restarts"?
    at 5m node reboots in
                       ^^ Something is missing after "in": write a duration such as "90s" or "5m".
    at 5m node reboots, crashes
                      ^ Only one of these stands in a comment: write the next one in a comment of its own.
    app: at 5m node reboots
    ^^^ No container is named here: leave out "app:".
  `);
});

test("expectations", () => {
  checkMistakes(`
    expect
    ^^^^^^ Something is missing after "expect": write "ready within", "restarts", "phase", "no probe kill within", "down at most", "crash loop within" or "no crash loop within".
    expect restart <= 3 within 10m
           ^^^^^^^ "restart" is not a condition here: did you mean "restarts"?
    expect restarts == 3 within 10m
                    ^^ "==" cannot stand here: write "<=", "<", ">=", ">" or "=".
    expect restarts <= -3 within 10m
                       ^^ This number goes from 0 to 1000000: "-3" does not.
    expect phase Runing within 5m
                 ^^^^^^ "Runing" cannot stand here: did you mean "Running"?
    expect ready in 5m
                 ^^ "in" cannot stand here: write "within".
    expect ready within 90s, restarts <= 3 within 10m
                           ^ Only one of these stands in a comment: write the next one in a comment of its own.
    expect ready within 90s please
                            ^^^^^^ "please" cannot stand here: leave it out.
  `);
});

test("ignore", () => {
  checkMistakes(`
    ignore
    ^^^^^^ Something is missing after "ignore": write the id of a rule.
    ignore SIGTERM
           ^^^^^^^ "SIGTERM" is no rule's id: did you mean "ignores SIGTERM"?
    ignore Some_Rule - why
           ^^^^^^^^^ "Some_Rule" is no rule's id: ids are written like "probe-success-threshold".
    ignore some-rule why
                     ^^^ Write "—" or "-" between the rule and the reason.
    ignore some-rule —
                     ^ The reason is missing after "—".
    ignore some-rule, other-rule —
                                 ^ The reason is missing after "—".
    ignore some-rule, Other
                      ^^^^^ "Other" is no rule's id: ids are written like "probe-success-threshold".
    ignore some-rule,
                    ^ Something is missing after ",": write the id of a rule.
    app: ignore some-rule
    ^^^ No container is named here: leave out "app:".
  `);
});
