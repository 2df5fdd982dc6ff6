import { describe, expect, it } from "vitest";
import { type CompletionItem, MarkupContent } from "vscode-languageserver";
import type { Context } from "../../../server/features/core/feature.ts";
import { forecastAnswer } from "../../../server/features/requests/forecast-answer.ts";
import { hostileTexts as texts, written } from "../../hostile-texts.ts";
import { viewOf } from "../live/cluster.ts";
import { shownOf } from "../shown-markdown.ts";
import { contextOf, host, type Situation } from "./harness.ts";

// What stands in manifests, project files and clusters is shown as it is: no picture, no HTML, no link but ours.

const manifestOf = (text: string): string => {
  const scalar = written(text);
  return `apiVersion: v1
kind: Pod
metadata: {name: ${scalar}, namespace: ${scalar}, labels: {${scalar}: ${scalar}}}
spec:
  # cadence: ${text.replace(/\s+/g, " ")}
  initContainers:
  - name: ${written(`init ${text}`)}
    image: ${scalar}
    restartPolicy: Always
  containers:
  - name: ${scalar} # cadence: crashes after 5s x3, then runs
    image: ${scalar}
    command: [${scalar}]
    livenessProbe:
      exec: {command: [${scalar}]}
      failureThreshold: 4
    readinessProbe:
      httpGet: {path: ${scalar}, port: ${scalar}}
    restartPolicy: OnFailure
    restartPolicyRules:
    - action: RestartAllContainers
      exitCodes: {operator: In, values: [42]}
status:
  phase: Running
  reason: ${scalar}
  message: ${scalar}
  startTime: 2026-11-22T10:00:00Z
  containerStatuses:
  - name: ${scalar}
    restartCount: 2
    state: {waiting: {reason: ${scalar}, message: ${scalar}}}
    lastState: {terminated: {exitCode: 1, reason: ${scalar}, message: ${scalar}, startedAt: 2026-11-22T10:00:01Z, finishedAt: 2026-11-22T10:00:09Z}}
`;
};

const deploymentOf = (text: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: ${written(text)}}}
    spec: {containers: [{name: app, image: example/app}]}
`;

const projectOf = (text: string): string => `kubernetes: ${written(text)}
featureGates: {${written(text)}: true}
kubeletConfiguration: ${written(`${text}.yaml`)}
nodes: {${written(text)}: {kubernetes: "1.36"}}
rules: {${written(text)}: off}
scenarios: {${written(`Pod/${text}`)}: {${written(text)}: ${written(text)}}}
`;

/** Everything that an editor would show as Markdown. */
function markdownOf(context: Context): readonly string[] {
  const end = { line: context.document.lineCount, character: 0 };
  const text = context.document.getText();
  const offsets = Array.from({ length: Math.ceil(text.length / 4) }, (_, index) => index * 4);
  const places = offsets
    .filter((offset) => !isAmidSame(text, offset))
    .map((offset) => context.document.positionAt(offset));
  const hovers = places.map((place) => host.hover(context, place)?.contents);
  const items = places.filter((_, index) => index % 8 === 0).flatMap((place) => host.completions(context, place));
  const hints = host.inlayHints(context, { start: { line: 0, character: 0 }, end });
  const tooltips = hints.flatMap(({ tooltip, data }) => [tooltip, host.hintTooltip(context, data)?.markdown]);
  const answer = forecastAnswer(context, { reference: undefined, position: { line: 0, character: 0 } });
  return [...hovers, ...items.map(documentationOf), ...tooltips, answer?.markdown].flatMap((shown) =>
    MarkupContent.is(shown) ? [shown.value] : typeof shown === "string" ? [shown] : [],
  );
}

/** Far from both ends of a letter that goes on and on: the places beside it have the same answers. */
function isAmidSame(text: string, offset: number): boolean {
  const around = text.slice(Math.max(0, offset - 20), offset + 20);
  return around.length === 40 && around === around.charAt(0).repeat(40);
}

function documentationOf(item: CompletionItem): CompletionItem["documentation"] {
  return (host.resolveCompletion(item) ?? item).documentation;
}

const ours = /^https:\/\/(?:kubernetes\.io|github\.com\/pod-cadence)\/|^command:podCadence\.simulatePod\?/;

/** Returns the targets of all links. */
async function check(text: string, situation: Situation): Promise<readonly string[]> {
  const context = await contextOf(text, { client: { commandLinks: true }, ...situation });
  const shown = [...new Set(markdownOf(context))];
  expect(shown.length).toBeGreaterThan(0);
  return shown.flatMap((markdown) => {
    const { live, links } = shownOf(markdown);
    expect(live).toEqual([]);
    expect(links.filter((link) => !ours.test(link))).toEqual([]);
    return links;
  });
}

describe.each(Object.entries(texts))("%s", (_, text) => {
  it("as names, images, probes, labels, reasons and messages of a manifest, and as the pod of a command, which gets it whole", async () => {
    const links = await check(manifestOf(text), { files: { "/w/.pod-cadence.yaml": projectOf(text) } });
    const simulate = links.find((link) => link.startsWith("command:podCadence.simulatePod?")) ?? "";
    expect(JSON.parse(decodeURIComponent(simulate.slice(simulate.indexOf("?") + 1)))).toMatchObject([
      { uri: "file:///w/pod.yaml" },
    ]);
  });

  it("in a project file", async () => void (await check(projectOf(text), { uri: "file:///w/.pod-cadence.yaml" })));

  it("as names, reasons and messages of a cluster", async () => {
    const pod = {
      name: text,
      node: text,
      owner: "ReplicaSet/web-7d",
      hash: "7d",
      restartCount: 2,
      reason: text,
      message: text,
    };
    await check(deploymentOf(text), { live: viewOf([{ ...pod, last: [40, 45, 1] }], 60, { context: text }) });
  });
});
