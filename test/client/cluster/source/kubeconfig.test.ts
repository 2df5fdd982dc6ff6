import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type ContextsAnswer, listContexts } from "../../../../client/cluster/source/main.ts";

const folder = mkdtempSync(join(tmpdir(), "pod-cadence-kubeconfig-"));
afterAll(() => rmSync(folder, { recursive: true }));

const complete = `
apiVersion: v1
kind: Config
current-context: prod
contexts:
- {name: dev, context: {cluster: kind, user: me, namespace: team-a}}
- {name: prod, context: {cluster: far, user: robot}}
clusters:
- {name: kind, cluster: {server: "https://127.0.0.1:6443"}}
- {name: far, cluster: {server: "https://far.example:443"}}
users:
- {name: me, user: {token: hidden-token}}
- {name: robot, user: {}}
`;

describe("the contexts of a kubeconfig", () => {
  it("are told in its order, with the current one", async () => {
    expect(await contextsOf(complete)).toEqual({
      contexts: [
        { name: "dev", cluster: "kind", user: "me", namespace: "team-a" },
        { name: "prod", cluster: "far", user: "robot", namespace: undefined },
      ],
      current: "prod",
      files: ["FOLDER/config"],
      problem: undefined,
    });
  });

  it.each<[why: string, text: string, names: string, problem: string | undefined]>([
    ["is empty", "", "", undefined],
    ["holds only a comment", "# nothing\n", "", undefined],
    ["has lists of nothing", "contexts: null\nclusters:\nusers: []\n", "", undefined],
    [
      "is no YAML",
      "contexts: [\n  token: abc\n",
      "",
      "The kubeconfig FOLDER/config is not valid YAML (line 3). Correct it, or choose another one.",
    ],
    [
      "is a list",
      "- a\n",
      "",
      "FOLDER/config is not a kubeconfig: it must have lists of contexts, clusters, and users.",
    ],
    [
      "is a text",
      "hello",
      "",
      "FOLDER/config is not a kubeconfig: it must have lists of contexts, clusters, and users.",
    ],
    ["is JSON", '{"contexts":[{"name":"a","context":{"cluster":"c","user":"u"}}]}', "a", undefined],
    [
      "has a context without a cluster",
      "contexts: [{name: a, context: {user: u}}, {name: b, context: {cluster: c}}]",
      "b",
      "context a of the kubeconfig FOLDER/config is ignored: context.cluster is missing or has the wrong type.",
    ],
    [
      "has an entry without a name",
      "contexts: [{context: {cluster: c}}, {name: b, context: {cluster: c}}]",
      "b",
      "context 1 of the kubeconfig FOLDER/config is ignored: name is missing or has the wrong type.",
    ],
    [
      "has a token that is a number",
      "contexts: [{name: b, context: {cluster: c}}]\nusers: [{name: u, user: {token: 1234}}]",
      "b",
      "user u of the kubeconfig FOLDER/config is ignored: user.token is missing or has the wrong type.",
    ],
    ["has names that need quotes", 'contexts: [{name: "a b/c:d@e", context: {cluster: c}}]', "a b/c:d@e", undefined],
    [
      "has fields that nobody knows",
      "colors: true\ncontexts: [{name: a, context: {cluster: c, x: 1}}]",
      "a",
      undefined,
    ],
  ])("that %s", async (_, text, names, problem) => {
    const answer = await contextsOf(text);
    expect({ names: answer.contexts.map(({ name }) => name).join(), problem: answer.problem }).toEqual({
      names,
      problem,
    });
  });
});

describe("a kubeconfig that is a pipe, as of --kubeconfig <(…)", () => {
  it("is read once, however often it is asked for", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const text = "contexts: [{name: a, context: {cluster: a}}]";
    const [answers] = await Promise.all([
      Promise.all([listContexts({ kubeconfig: pipe }), listContexts({ kubeconfig: pipe })]),
      writeFile(pipe, text),
    ]);
    const again = await listContexts({ kubeconfig: pipe });
    for (const { contexts } of [...answers, again]) expect(contexts.map(({ name }) => name)).toEqual(["a"]);
  });
});

describe("which files are read", () => {
  const first = write("first", "current-context: a\ncontexts: [{name: a, context: {cluster: one, user: u}}]");
  const second = write(
    "second",
    "current-context: b\ncontexts: [{name: a, context: {cluster: two}}, {name: b, context: {cluster: two}}]",
  );

  it("several of $KUBECONFIG are one; the first to name something wins; those that are not there are passed over", async () => {
    const KUBECONFIG = [join(folder, "not-there"), first, "", second, first].join(delimiter);
    const answer = await listContexts({ environment: { KUBECONFIG } });
    expect(answer.contexts.map(({ name, cluster }) => `${name} of ${cluster}`)).toEqual(["a of one", "b of two"]);
    expect(answer).toMatchObject({ current: "a", files: [first, second], problem: undefined });
  });

  it("one that was asked for stands alone, and may begin with ~", async () => {
    const asked = await listContexts({ kubeconfig: "~/second", environment: { KUBECONFIG: first, HOME: folder } });
    expect(asked.files).toEqual([second]);
  });

  it("else it is ~/.kube/config", async () => {
    mkdirSync(join(folder, ".kube"));
    write(".kube/config", complete);
    const answer = await listContexts({ environment: { HOME: folder } });
    expect(answer.files).toEqual([join(folder, ".kube", "config")]);
  });

  it.each([
    [
      "a setting",
      { kubeconfig: join(folder, "gone") },
      "No kubeconfig found at FOLDER/gone (from the kubeconfig setting or option). Create one, or choose another.",
    ],
    [
      "$KUBECONFIG",
      { environment: { KUBECONFIG: join(folder, "gone") } },
      "No kubeconfig found at FOLDER/gone (from $KUBECONFIG). Create one, or choose another.",
    ],
    [
      "nobody",
      { environment: { HOME: join(folder, "nobody") } },
      "No kubeconfig found at FOLDER/nobody/.kube/config (kubectl's default). Create one, or choose another.",
    ],
    ["a setting that names a folder", { kubeconfig: folder }, "Can't read the kubeconfig FOLDER: it is a directory."],
  ])("none, named by %s, is a sentence", async (_, choice, expected) => {
    const { problem, contexts } = await listContexts(choice);
    expect({ problem: problem?.replaceAll(folder, "FOLDER"), contexts }).toEqual({ problem: expected, contexts: [] });
  });
});

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Paths are written as if they were below FOLDER; a secret in the answer fails the test. */
async function contextsOf(text: string): Promise<ContextsAnswer> {
  const answer = await listContexts({ kubeconfig: write("config", text), environment: {} });
  expect(JSON.stringify(answer)).not.toMatch(/hidden-token|abc|1234/);
  return {
    ...answer,
    files: answer.files.map((file) => file.replace(folder, "FOLDER")),
    problem: answer.problem?.replaceAll(folder, "FOLDER"),
  };
}
