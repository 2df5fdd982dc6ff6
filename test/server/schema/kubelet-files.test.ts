import { describe, expect, test } from "vitest";
import type { FileAccess, FolderEntry } from "../../../server/schema/files/file-access.ts";
import { resolveSettings } from "../../../server/schema/resolve.ts";
import { check } from "../rules/check-rules.ts";

// A kubelet configuration of several files: which of them is told what, in the project file and in the file itself.

const header = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n";
const folder = "file:///repo/";

interface Project {
  /** Of the project file. */
  readonly names: string;
  readonly files: Readonly<Record<string, string>>;
}

function accessTo({ names, files }: Project): FileAccess {
  const all: Readonly<Record<string, string>> = {
    ".pod-cadence.yaml": `kubeletConfiguration: ${names}\n`,
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, header + text])),
  };
  return {
    read: (uri) => Promise.resolve(all[uri.replace(folder, "")]),
    list(uri) {
      const below = Object.keys(all).filter((name) => name.startsWith(`${uri.replace(folder, "")}/`));
      const parts = below.map((name) => name.slice(uri.length - folder.length + 1).split("/"));
      const entries = new Map(
        parts.map(([name = "", ...rest]): [string, FolderEntry] => [
          name,
          { name, kind: rest.length > 0 ? "folder" : "file" },
        ]),
      );
      return Promise.resolve(below.length === 0 ? undefined : [...entries.values()]);
    },
  };
}

function settingsFor(project: Project, file: string) {
  const input = { fileUri: folder + file, rootUri: folder, baseUri: folder, overrides: {} };
  return resolveSettings({ ...input, projectFile: "find" }, accessTo(project));
}

/** What is said in a file of the configuration, and in the project file. */
async function told(project: Project, file: string): Promise<readonly string[]> {
  const settings = await settingsFor(project, file);
  const inFile = check(header + (project.files[file] ?? ""), settings).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );
  return [...inFile, ...settings.problems.map(({ message }) => `project file: ${message}`)];
}

const turnedOff: Project = {
  names: "[kubelet.yaml, kubelet.conf.d]",
  files: {
    "kubelet.yaml": "maxPods: 50\n",
    "kubelet.conf.d/20-gates.conf": "featureGates: {KubeletCrashLoopBackOffMax: false}\n",
    "kubelet.conf.d/10-pods.conf": "maxPods: -5\n",
    "kubelet.conf.d/30/more.conf": "maxPods: 60\n",
    "kubelet.conf.d/README.md": "maxPods: -1\n",
  },
};

describe("a main file and a folder of drop-ins", () => {
  test("the files of the folder are taken in the order of the kubelet, and only those that end in .conf", async () => {
    const { kubelet, reads } = await settingsFor(turnedOff, "pod.yaml");
    const names = kubelet.files.map(({ uri }) => uri.replace(folder, ""));
    expect(names).toEqual([
      "kubelet.yaml",
      "kubelet.conf.d/10-pods.conf",
      "kubelet.conf.d/20-gates.conf",
      "kubelet.conf.d/30/more.conf",
    ]);
    expect(reads).toEqual(expect.arrayContaining(kubelet.files.map(({ uri }) => uri)));
  });

  test("what the merge makes of the files is told where it comes from", async () => {
    const reason = "FeatureGate KubeletCrashLoopBackOffMax not enabled";
    // 60 of the last file wins over -5, which nobody misses.
    expect(await told(turnedOff, "kubelet.conf.d/10-pods.conf")).toEqual([expect.stringContaining(`project file: `)]);
    const [inMain, ...more] = await told(turnedOff, "kubelet.yaml");
    expect([inMain, ...more].join("\n")).toContain(reason);
  });

  test("a value that another file puts right is no mistake", async () => {
    const names = "[kubelet.yaml, 10.conf]";
    const files = { "kubelet.yaml": "maxPods: -5\n", "10.conf": "maxPods: 5\n" };
    expect(await told({ names, files }, "kubelet.yaml")).toEqual([]);
    const other = { "kubelet.yaml": "maxPods: 5\n", "10.conf": "maxPods: -5\n" };
    expect(await told({ names, files: other }, "kubelet.yaml")).toEqual([
      expect.stringMatching(/^project file: maxPods/),
    ]);
    expect(await told({ names, files: other }, "10.conf")).toEqual([
      expect.stringMatching(/^maxPods: The kubelet does not start/),
      expect.stringMatching(/^project file: maxPods/),
    ]);
  });

  test("two files that are right alone and wrong together", async () => {
    const names = "[kubelet.yaml, 10.conf]";
    const files = { "kubelet.yaml": "shutdownGracePeriod: 30s\n", "10.conf": "shutdownGracePeriodCriticalPods: 60s\n" };
    expect((await told({ names, files }, "10.conf"))[0]).toMatch(
      /^shutdownGracePeriodCriticalPods: The kubelet does not start/,
    );
  });

  test("bad gates of the main file stop the kubelet before any drop-in is read", async () => {
    const names = "[kubelet.yaml, 10.conf]";
    const files = {
      "kubelet.yaml": "featureGates: {Foo: true}\n",
      "10.conf": "featureGates: {Foo: null}\nmaxPods: -5\n",
    };
    expect((await told({ names, files }, "kubelet.yaml"))[0]).toContain("unrecognized feature gate: Foo");
    expect((await told({ names, files }, "10.conf"))[0]).toMatch(/^project file/);
  });

  test("a folder alone lies over an empty main file", async () => {
    const project = {
      names: "kubelet.conf.d",
      files: { "kubelet.conf.d/10.conf": "crashLoopBackOff: {maxContainerRestartPeriod: 10s}\n" },
    };
    const { assumptions, problems } = await settingsFor(project, "pod.yaml");
    expect(problems).toEqual([]);
    expect(assumptions.node.kubeletConfiguration.maxContainerRestartPeriodMs).toBe(10_000);
  });

  test.each([
    ["drop-ins", (index: number) => `${index}.conf`],
    ["folders", (index: number) => `${index}/10.conf`],
  ])("a folder of more than 100 %s is told, and not read", async (_, nameOf) => {
    const files = Object.fromEntries(
      Array.from({ length: 101 }, (_, index) => [`all/${nameOf(index)}`, "maxPods: 5\n"]),
    );
    const { problems, reads } = await settingsFor({ names: "all", files }, "pod.yaml");
    expect(reads).toEqual([`${folder}all`]);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("more than 100 folders")]);
  });

  test("of more than 100 files that are named the first 100 count", async () => {
    const all = Array.from({ length: 102 }, (_, index) => `${index}.conf`);
    const files = Object.fromEntries(all.map((name) => [name, ""]));
    const { problems, kubelet } = await settingsFor({ names: `[${all.join(", ")}]`, files }, "pod.yaml");
    expect(kubelet.files).toHaveLength(100);
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("Only the first 100 files count")]);
  });

  test("a folder that is not there is told like a file", async () => {
    const { problems } = await settingsFor({ names: "none.d", files: {} }, "pod.yaml");
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("none.d cannot be read")]);
  });
});

describe("where the kubelet looks for static pods", () => {
  test.each([
    ["manifests", "nodes/manifests/proxy.yaml", "configured"],
    ["/etc/pods", "image/etc/pods/proxy.yaml", "configured"],
    ["manifests", "manifests/proxy.yaml", undefined],
  ])("staticPodPath: %s, %s: %s", async (path, file, place) => {
    const files = { "nodes/kubelet.yaml": `staticPodPath: ${path}\n` };
    expect((await settingsFor({ names: "nodes/kubelet.yaml", files }, file)).staticPods).toBe(place);
  });
});
