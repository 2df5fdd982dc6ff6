import { expect, test } from "vitest";
import { askedOfPod, askedProblem } from "../../../shared/scenario/language/asked.ts";
import { checkMistakes, comment, from, parse, summary } from "./check.ts";

test("a word that is none", () => {
  checkMistakes(`
    crashs after 5s
    ^^^^^^ "crashs" is not a clause here. Did you mean "crashes"?
    oomkilled
    ^^^^^^^^^ "oomkilled" is not a clause here. Did you mean "oom"?
    start in 5s
    ^^^^^ "start" is not a clause here. Did you mean "starts"?
    sleeps
    ^^^^^^ "sleeps" is not a clause here. Use CLAUSES.
    app crashes
    ^^^ "app" is not a clause here. Did you mean "app:"?
    crashes aftr 5s
            ^^^^ "aftr" is not expected here. Did you mean "after"?
    crashes 5 times
            ^ "5" is not expected here. Use "after", "during", "until", "while", "x5", "," or ", then".
    takes 5s to boot
                ^^^^ "boot" is not expected here. Use "create" or "start".
    runs # for now
         ^ "#" is not expected here. Use "for", "x5", "," or ", then".
    "runs"
    ^^^^^^ '"runs"' is not a clause here. Use CLAUSES.
  `);
});

test("a range that is none", () => {
  checkMistakes(`
    starts in 26s–14s
              ^^^^^^^ The range "26s–14s" ends before it begins. Use "14s–26s".
    starts in 26s – 14s
              ^^^^^^^^^ The range "26s – 14s" ends before it begins. Use "14s–26s".
    starts in 14s–
              ^^^^ "14s–" is not a range. Use two times with units, for example "14s–26s".
    starts in –26s
              ^^^^ "–26s" is not a range. Use two times with units, for example "14s–26s".
    starts in 14–26s
              ^^^^^^ "14–26s" is not a range. Use two times with units, for example "14s–26s".
    starts in 14s –
                  ^ Incomplete: add a duration such as "90s" or "5m" after "–".
    crashes after 1s-2s-3s
                  ^^^^^^^^ "1s-2s-3s" is not a range. Use two times with units, for example "14s–26s".
    starts in 14s — 26s
                  ^ "—" is not expected here. Use "x5", "," or ", then".
    image missing after 5m–6m
                        ^^^^^ A range is not possible here. Use one time, for example "6m".
    at 5m–6m oom
       ^^^^^ A range is not possible here. Use one time, for example "6m".
    at 5m pod is deleted with grace 5s–6s
                                    ^^^^^ A range is not possible here. Use one time, for example "6s".
    expect ready within 1m to 2m
                        ^^ A range is not possible here. Use one time, for example "2m".
  `);
});

test("what holds only for a time", () => {
  checkMistakes(`
    crashes during 5m
                   ^^ Add the end of the interval, for example "5m–9m".
    crashes during 5m to 5m
                   ^^ "5m to 5m" ends when it begins. Use another end, for example "5m–9m".
    crashes while database
                  ^^^^^^^^ Incomplete: add "is away" after "database", for example "crashes while database is away".
    fails for 20s every 10s
    ^^^^^^^^^^^^^^^^^^^^^^^ Before "every", say how long it lasts, less than that, for example "for 20s every 5m".
    image missing 3 times until 5m
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ Use either "after" and a number of times, or "during", "until" or "while".
    needs log
    ^^^^^^^^^ "log" is a container of this pod. Say what it does in its own scenario; a dependency is outside the pod.
  `);
});

test("a dependency that is never away", () => {
  expect(summary(comment("needs databse"), from("comment", "at 5m database is away for 4m"))).toEqual([
    "app: crashes while databse is away",
    '{"kind":"outage","atMs":300000,"dependency":"database","forMs":240000}',
    'problem in 0: "databse" is never away. Did you mean "database"?',
  ]);
});

test("an outage as people say it, and a need without a colon", () => {
  expect(summary(comment("app needs database"), from("comment", "database is down from 5m to 9m"))).toEqual([
    "app: crashes while database is away",
    '{"kind":"outage","atMs":300000,"dependency":"database","forMs":240000}',
  ]);
});

test("a thousand phases, and a thousand outages", () => {
  const phases = Array.from({ length: 1000 }, (_, index) => `crashes during ${index + 1}m–${index + 2}m`);
  const outages = Array.from({ length: 1000 }, (_, index) => comment(`at ${index + 1}m database is away for 30s`));
  expect(parse(comment(phases.join(", "))).problems.map(({ message }) => message)).toEqual([
    'A run can have 20 clauses with "during", "until" or "while", not 1000. Use "every", or several runs.',
  ]);
  const { scenario, problems } = parse(...outages);
  expect([scenario.events.length, problems.length]).toEqual([50, 950]);
});

test("an event of a rollout", () => {
  checkMistakes(`
    at 2m scales 20
                 ^^ "20" is not expected here. Use "to".
    at 2m scales to 6000
                    ^^^^ This number must be between 0 and 5000, not "6000".
    at 2m roll back
          ^^^^ "roll" is not an event here. Did you mean "rolls"?
    at 2m pause
          ^^^^^ "pause" is not an event here. Did you mean "pauses"?
    at 2m node dranis
               ^^^^^^ "dranis" is not expected here. Did you mean "drains"?
    at 2m node worker-1
               ^^^^^^^^ Incomplete: add "drains" or "is lost" after "worker-1", for example "at 2m node worker-1 drains".
    at 2m node Worker drains
               ^^^^^^ "Worker" is not the name of a node. Names have lowercase letters, digits, "-", and ".".
    at 2m node 'worker-1 drains
               ^^^^^^^^^^^^^^^^ The closing quote is missing.
    at 2m pod web-0 deleted
                    ^^^^^^^ "deleted" is not expected here. Use "is deleted".
    at 2m pod deleted
              ^^^^^^^ "deleted" is not expected here. Use "is deleted" or the name of a pod.
  `);
});

test("where nothing was probably meant, all words that could stand there are told", () => {
  expect(parse(comment("sleeps")).problems[0]?.message).toBe(
    '"sleeps" is not a clause here. Use "runs", "completes", "crashes", ' +
      '"exits", "oom", "needs", "starts in", "fails", "hangs", "breaks", "redirects", "answers", "stops", "ignores SIGTERM", "takes", ' +
      '"cannot be created", "cannot be started", "image missing", "image takes", the name of a container and ":", ' +
      '"expect", "at" or "ignore".',
  );
  const [problem] = parse(comment("crashs")).problems;
  expect(problem?.expected.join(" | ")).toBe(
    "runs | completes | crashes | exits | oom | needs | starts in | fails | hangs | breaks | redirects | answers | stops | ignores SIGTERM | takes | " +
      "cannot be created | cannot be started | image missing | image takes | db: | log: | app: | new: | old: | expect | at | ignore",
  );
  expect(problem?.nearest).toBe("crashes");
});

test("a word that is missing", () => {
  checkMistakes(`
    crashes after
            ^^^^^ Incomplete: add a duration such as "90s" or "5m" after "after".
    crashes after, then runs
            ^^^^^ Incomplete: add a duration such as "90s" or "5m" after "after".
    exits
    ^^^^^ Incomplete: add an exit code from 0 to 255 after "exits", for example "exits 0".
    cannot be
           ^^ Incomplete: add "created" or "started" after "be", for example "cannot be created".
    answers preStop
            ^^^^^^^ Incomplete: add "in" after "preStop", for example "answers preStop in 90s".
    starts
    ^^^^^^ Incomplete: add "in" after "starts", for example "starts in 90s".
    exits 3, then takes
                  ^^^^^ Incomplete: add a duration such as "90s" or "5m" after "takes".
    runs, then answers liveness
                       ^^^^^^^^ Incomplete: add "in" after "liveness", for example "answers liveness in 90s".
    ignores
    ^^^^^^^ Incomplete: add "SIGTERM" after "ignores", for example "ignores SIGTERM".
    , runs
    ^ Incomplete: add CLAUSES before ",".
    starts in 5s,, runs
                ^ Incomplete: add "then", CLAUSES after ",".
    crashes, then
             ^^^^ Incomplete: add CLAUSES after "then".
    app:
       ^ Incomplete: add CLAUSES after ":".
  `);
});

test.each(["", "  "])("an empty text", (text) => {
  const [problem] = parse(comment(text)).problems;
  expect(problem?.message).toMatch(/^Incomplete: add "runs", /);
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
          ^^^ An exit code must be between 0 and 255, not "256".
    exits -1
          ^^ An exit code must be between 0 and 255, not "-1".
    stops with 300
               ^^^ An exit code must be between 0 and 255, not "300".
    crashes after 5
                  ^ "5" has no unit. Use "5s", "5m" or "5h".
    crashes after 5 x3, then runs
                  ^ "5" has no unit. Use "5s", "5m" or "5h".
    crashes after 5weeks
                  ^^^^^^ "5weeks" is not a duration. Use "5s", "5m" or "5h".
    crashes after -5s
                  ^^^ "-5s" is negative. Durations are positive.
    crashes after 1000000h
                  ^^^^^^^^ "1000000h" is longer than the maximum of 100 years.
    crashes after soon
                  ^^^^ "soon" is not expected here. Use a duration such as "90s" or "5m".
    crashes x0, then runs
            ^^ Add a number from 1 to 1000000 after "x".
    crashes x many, then runs
              ^^^^ Add a number from 1 to 1000000 after "x".
    image missing 0 times
                  ^ This number must be between 1 and 1000000, not "0".
  `);
});

test("probes and commands", () => {
  checkMistakes(`
    hangs livness after 10m
          ^^^^^^^ "livness" is not a probe. Did you mean "liveness"? Put the first word of an exec command in quotes.
    fails livenessProbe
          ^^^^^^^^^^^^^ "livenessProbe" is not a probe. Did you mean "liveness"? Put the first word of an exec command in quotes.
    answers pre-stop in 5s
            ^^^^^^^^ "pre-stop" is not a probe. Did you mean "preStop"? Put the first word of an exec command in quotes.
    fails "pg_isready after 5s
          ^^^^^^^^^^^^^^^^^^^^ The closing quote is missing.
  `);
});

test("contradictions", () => {
  checkMistakes(`
    crashes x5
            ^^ The last run always repeats. Add the next run, for example ", then runs".
    runs, then crashes x 5
                       ^^^ The last run always repeats. Add the next run, for example ", then runs".
    crashes x2, ignores SIGTERM, then runs
            ^^ Move the repetition to the end of the run, after the last clause.
    crashes after 5s, exits 3
                      ^^^^^^^ This run already has an ending. Only the first one counts. To start the next run, add ", then" before it.
    runs for 5s, oom
                 ^^^ This run already has an ending. Only the first one counts. To start the next run, add ", then" before it.
    starts in 5s, starts in 6s
                  ^^^^^^^^^^^^ This run already says that. Only the first clause counts.
    ignores SIGTERM, stops in 3s
                     ^^^^^^^^^^^ This run already says that. Only the first clause counts.
    cannot be created, cannot be started
                       ^^^^^^^^^^^^^^^^^ This run already says that. Only the first clause counts.
    image missing, then image missing 2 times
                        ^^^^^^^^^^^^^^^^^^^^^ The image is already described. Only the first clause counts.
    image missing after 5m, image takes 1s, image missing 2 times after 5m, image takes 2s
                                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ The image is already described. Only the first clause counts.
                                                                            ^^^^^^^^^^^^^^ The image is already described. Only the first clause counts.
    image missing x3
                  ^^ An image clause cannot be repeated. Use "image missing 3 times" for the number of pulls that fail.
  `);
});

test("several mistakes in one text", () => {
  checkMistakes(`
    crashs, starts in 5, ignores SIGTERM, then exits 300 x5, then runs
    ^^^^^^ "crashs" is not a clause here. Did you mean "crashes"?
                      ^ "5" has no unit. Use "5s", "5m" or "5h".
                                                     ^^^ An exit code must be between 0 and 255, not "300".
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
       ^^^^^^^ "kubelet" is not expected here. Use a duration such as "90s" or "5m".
    at 5 min kublet restarts
             ^^^^^^ "kublet" is not an event here. Did you mean "kubelet"?
    at 5m kubelet restart
                  ^^^^^^^ "restart" is not expected here. Did you mean "restarts"?
    at 5m node reboots in
                       ^^ Incomplete: add a duration such as "90s" or "5m" after "in".
    at 5m node reboots, crashes
                      ^ A comment can have only one of these. Move the next one to its own comment.
    app: at 5m node reboots
    ^^^ A container name is not allowed here. Remove "app:".
  `);
});

test("expectations", () => {
  checkMistakes(`
    expect
    ^^^^^^ Incomplete: add "ready within", "restarts", "phase", "no probe kill within", "down at most", "crash loop within", "no crash loop within", "survives hang of", "survives start of", "survives stop of", "survives answers of", "survives failed probes for", "stays ready in hang of", "stays ready with failed probes for", "rollout within" or "available" after "expect".
    expect restart <= 3 within 10m
           ^^^^^^^ "restart" is not a condition here. Did you mean "restarts"?
    expect restarts == 3 within 10m
                    ^^ "==" is not expected here. Use "<=", "<", ">=", ">" or "=".
    expect restarts <= -3 within 10m
                       ^^ This number must be between 0 and 1000000, not "-3".
    expect phase Runing within 5m
                 ^^^^^^ "Runing" is not expected here. Did you mean "Running"?
    expect ready in 5m
                 ^^ "in" is not expected here. Use "within".
    expect ready within 90s, restarts <= 3 within 10m
                           ^ A comment can have only one of these. Move the next one to its own comment.
    expect ready within 90s please
                            ^^^^^^ "please" is not expected here. Remove it.
  `);
});

test("ignore", () => {
  checkMistakes(`
    ignore
    ^^^^^^ Incomplete: add the id of a rule after "ignore".
    ignore SIGTERM
           ^^^^^^^ "SIGTERM" is not a rule id. Did you mean "ignores SIGTERM"?
    ignore Some_Rule - why
           ^^^^^^^^^ "Some_Rule" is not a rule id. Rule ids look like "liveness-kills-start".
    ignore some-rule why
                     ^^^ Add "—" or "-" between the rule and the reason.
    ignore some-rule —
                     ^ Add the reason after "—".
    ignore some-rule, other-rule —
                                 ^ Add the reason after "—".
    ignore some-rule, Other
                      ^^^^^ "Other" is not a rule id. Rule ids look like "liveness-kills-start".
    ignore some-rule,
                    ^ Incomplete: add the id of a rule after ",".
    app: ignore some-rule
    ^^^ A container name is not allowed here. Remove "app:".
  `);
});

test("a need without a colon, asked before anybody knows the containers", () => {
  const asked = { scenarios: ["app needs database"], events: [], isAlone: false };
  expect(askedProblem(asked, 1_800_000)).toBeUndefined();
  expect(askedOfPod(asked, [{ name: "app", kind: "regular" }]).map(({ unfit }) => unfit)).toEqual([undefined]);
});
