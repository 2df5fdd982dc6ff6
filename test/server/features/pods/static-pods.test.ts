import { expect, it } from "vitest";
import { solveAnswer } from "../../../../server/features/actions/solve.ts";
import { documentAt } from "../../../../server/features/core/places.ts";
import { effectAt } from "../../../../server/features/hover/effect.ts";
import { podPayload } from "../../../../server/features/requests/pod-payload.ts";
import { contextOf, diagnosticsOf, withHints } from "../harness.ts";

// The kubelet reads a static pod itself. Here the node is new, and the API server so old that it knows no sidecars:
// whatever is said of the sidecar of a static pod would not be said of the same pod from the API server.
const files = { "/w/.pod-cadence.yaml": 'kubernetes: "1.37"\napiServer: {kubernetes: "1.28"}\n' };
const fromFile = "kubernetes.io/config.source: file";
const fromApi = "kubernetes.io/config.source: api";

function manifest(source: string): string {
  return `apiVersion: v1
kind: Pod
metadata: {name: proxy, annotations: {${source}}}
spec:
  initContainers:
  - name: log
    image: registry.example/log
    restartPolicy: Always
    livenessProbe:
      tcpSocket: {port: 80}
      failureThreshold: 3
  containers: [{name: proxy, image: registry.example/proxy}]
`;
}

/** What each feature says of the probe of the sidecar. */
async function said(source: string) {
  const text = manifest(source);
  const context = await contextOf(text, { files });
  const at = documentAt(context, context.document.positionAt(text.indexOf("3\n  containers")));
  const effect = at && effectAt(context, at.placed, at.offset);
  const place = { kind: "container", path: ["spec", "initContainers", 0] } as const;
  const { uri } = context.document;
  const solved = solveAnswer(context, { uri, document: 0, place, goal: { kind: "hang", amount: 60_000 } });
  const payload = podPayload(context, { uri, position: { line: 6, character: 4 } });
  const hints = (await withHints(text, { files })).split("\n");
  return {
    "the hint": /⟦(.*)⟧/.exec(hints.find((line) => line.includes("livenessProbe:")) ?? "")?.[1],
    "the hover of one more": effect?.rows.at(0)?.join(" | "),
    "a goal": solved?.solutions[0]?.writes,
    "the panel": payload?.written.isStatic ?? false,
    "the check": (await diagnosticsOf(text, { files })).map(({ code }) => code),
  };
}

it("a static pod is played as its node reads it, by every feature", async () => {
  expect(await said(fromFile)).toEqual({
    "the hint": "hang: SIGTERM in 21–31s",
    "the hover of one more": "3 → 4 | End of startup budget | 20–30s → 30–40s",
    "a goal": "failureThreshold: 5",
    "the panel": true,
    "the check": [],
  });
});

it("a pod from the API server is played as that admits it", async () => {
  expect(await said(fromApi)).toEqual({
    "the hint": undefined,
    "the hover of one more": "3 → 4 | no change in this forecast | ",
    "a goal": undefined,
    "the panel": false,
    "the check": ["feature-dropped", "field-not-allowed"],
  });
});
