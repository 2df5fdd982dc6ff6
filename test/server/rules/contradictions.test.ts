import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { analyzeDocument } from "../../../server/analysis/analysis.ts";
import type { RunnablePod } from "../../../server/analysis/subject.ts";
import { containerRows as hoverRows } from "../../../server/features/pods/container-answer.ts";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { findingsOf } from "../../../server/rules/findings.ts";
import type { Span } from "../../../shared/basics/span.ts";
import { formatBounds, formatSpan } from "../../../shared/basics/span-words.ts";
import { containerRows } from "../../../shared/forecast/first-screen/container-rows.ts";
import { livenessHint, readinessHint } from "../../../shared/forecast/pod/hints.ts";
import type { ContainerForecast } from "../../../shared/forecast/pod/model.ts";
import { isWhole, replayed } from "../../extent.ts";
import { settingsOf } from "./check-rules.ts";

/** Limits of a container, which follow from its spec: each has one number at every door. */
type LimitId = "startupBudget" | "hangToSigterm" | "hangToDead" | "unreadyAfter";

/** One door that says a limit in words. */
interface Claim {
  readonly door: string;
  readonly id: LimitId;
  readonly text: string;
}

const range = "([0-9][0-9hms.–]*)";

/** What doors say of a limit → which one it is. */
const sentences: readonly (readonly [pattern: RegExp, id: LimitId])[] = (
  [
    [`SIGTERM after ${range}`, "hangToSigterm"],
    [`hang: SIGTERM in ${range}`, "hangToSigterm"],
    [`\\bkilled after ${range}`, "hangToSigterm"],
    [`After a hang the kubelet kills the container after ${range}`, "hangToSigterm"],
    [`A container that hangs stops after ${range}`, "hangToDead"],
    [`Services stop sending traffic only after ${range}`, "unreadyAfter"],
    [`no later than Services stop sending traffic \\(${range}`, "unreadyAfter"],
    [`hang: no traffic in ${range}`, "unreadyAfter"],
    [`without traffic after ${range}`, "unreadyAfter"],
    [`keeps getting traffic for ${range}`, "unreadyAfter"],
    [`kills a container that has not started after ${range}`, "startupBudget"],
    [`The startup probe allows ${range}`, "startupBudget"],
    [`the container must start within ${range}`, "startupBudget"],
  ] as const
).map(([pattern, id]) => [new RegExp(pattern), id]);

function claimsIn(door: string, text: string): readonly Claim[] {
  return sentences.flatMap(([pattern, id]) => {
    const said = pattern.exec(text)?.[1]?.replace(/\.$/, "");
    return said === undefined ? [] : [{ door, id, text: said }];
  });
}

const hoverIds: Readonly<Record<string, LimitId>> = {
  "End of startup budget": "startupBudget",
  "Hang to SIGTERM": "hangToSigterm",
  "Hang to container exit": "hangToDead",
  "Hang to no traffic": "unreadyAfter",
};

/** All that is said of the limits of a pod's containers. */
function claimsOf(pod: RunnablePod, messages: readonly string[]): readonly Claim[] {
  const { settings, scenario } = pod;
  const containers = pod.forecast()?.containers ?? [];
  const asked = { pod: pod.pod, assumptions: settings.assumptions, scenario: scenario.scenario, containers };
  return [
    ...containerRows(asked).flatMap(({ label, text }) => claimsIn(`row ${label}`, text)),
    ...containers.flatMap((container) =>
      [livenessHint(container), readinessHint(container)].flatMap((hint) => claimsIn("hint", hint ?? "")),
    ),
    ...containers.flatMap(hoverRows).flatMap(({ what, span }): readonly Claim[] => {
      const id = hoverIds[what];
      return id === undefined || span === undefined ? [] : [{ door: "hover", id, text: bounds(span) }];
    }),
    ...messages.flatMap((message) => claimsIn("problem", message)),
  ];
}

function bounds(span: Span): string {
  const { earliest, latest } = formatBounds(span);
  return `${earliest} to ${latest}`;
}

function isTrue({ door, id, text }: Claim, containers: readonly ContainerForecast[]): boolean {
  return containers.some((container) => {
    const span = container[id];
    return span !== undefined && text === (door === "hover" ? bounds(span) : formatSpan(span));
  });
}

const folder = new URL("cases/", import.meta.url);
const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));
const files = replayed(all, 4);
const settings = await settingsOf("");

interface Judged {
  readonly file: string;
  readonly claim: Claim;
  readonly holds: boolean;
}

function judgedIn(file: string): readonly Judged[] {
  const { documents } = parseManifest(readFileSync(new URL(file, folder), "utf8"));
  return documents.flatMap(({ document }) => {
    const analyzed = analyzeDocument(document, settings);
    const messages = analyzed.pods.length === 1 ? findingsOf(analyzed).map(({ message }) => message) : [];
    return analyzed.pods.flatMap((pod) => {
      if (!isRunnable(pod)) return [];
      const containers = pod.forecast()?.containers ?? [];
      return claimsOf(pod, messages).map((claim) => ({ file, claim, holds: isTrue(claim, containers) }));
    });
  });
}

describe("no door contradicts the forecast", () => {
  const found: Judged[] = [];
  // Not while the file is loaded: the tests of one rule, which `-t` names, do not wait for it.
  beforeAll(() => void found.push(...files.flatMap(judgedIn)));

  test("each limit has one number in rows, hints, hovers, and problems", () => {
    expect(found.filter(({ holds }) => !holds).map(({ file, claim }) => ({ file, ...claim }))).toEqual([]);
  });

  test("all doors are heard", () => {
    for (const door of ["row Hang", "hint", "hover", "problem"])
      expect(found.filter(({ claim }) => claim.door === door).length, door).toBeGreaterThan(isWhole ? 40 : 5);
  });
});

function isRunnable(pod: { readonly pod: unknown }): pod is RunnablePod {
  return pod.pod !== undefined;
}
