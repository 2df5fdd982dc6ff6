import * as z from "zod/mini";
import type { ToolCall } from "./model.ts";

const text = (about: string) => z.string().check(z.describe(about));

/** What tools that read manifests take: a text, or files. */
export const manifestInput = {
  manifest: z.optional(text("YAML or JSON of one or more Kubernetes objects; instead of paths")),
  paths: z.optional(
    z
      .array(z.string())
      .check(z.maxLength(100), z.describe("files, directories, or globs on this machine; instead of manifest")),
  ),
  kubernetes: z.optional(text("version of the nodes, such as 1.36; default: the project file's, or the newest")),
};

/** What happens to pods, as the options of the command line say it. */
export const playedInput = {
  scenario: z.optional(
    z
      .array(text("what a container does, such as app: crashes after 5s; or expect …"))
      .check(z.maxLength(50), z.describe("comments of the manifest count, too, and override it")),
  ),
  events: z.optional(
    z.array(text("when what happens, such as 5m kubelet restarts or 5m app: oom")).check(z.maxLength(50)),
  ),
  until: z.optional(text("how long pods are played, such as 6h; default 30m")),
  seed: z.optional(z.int().check(z.describe("of the kubelet's jitter, of the first run; default 1"))),
};
export const runsInput = { runs: z.optional(z.int().check(z.describe("number of runs; default 100"))) };

interface PlayedInput {
  readonly scenario?: readonly string[] | undefined;
  readonly events?: readonly string[] | undefined;
  readonly until?: string | undefined;
  readonly seed?: number | undefined;
  readonly runs?: number | undefined;
}

/** The same as options. */
export function playedOptions({ scenario = [], events = [], until, seed, runs }: PlayedInput): readonly string[] {
  return [
    ...scenario.map((each) => `--scenario=${each}`),
    ...events.map((each) => `--at=${each}`),
    ...(until === undefined ? [] : [`--until=${until}`]),
    ...(seed === undefined ? [] : [`--seed=${seed}`]),
    ...(runs === undefined ? [] : [`--runs=${runs}`]),
  ];
}

interface ManifestInput {
  readonly manifest?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly kubernetes?: string | undefined;
}

/** The call of a command with a manifest: options first, and nothing behind `--` can be one. */
export function manifestCall(
  command: string,
  { manifest, paths = [], kubernetes }: ManifestInput,
  options: readonly string[] = [],
): ToolCall | { readonly problem: string } {
  const isText = manifest !== undefined;
  if (isText === paths.length > 0) return { problem: "give either manifest or paths" };
  const version = kubernetes === undefined ? [] : [`--kubernetes=${kubernetes}`];
  const args = [command, "--format=json", ...version, ...options, "--", ...(isText ? ["-"] : paths)];
  return { args, stdin: manifest ?? "" };
}

export { text };

/** What kubectl printed. */
export const printedInput = {
  text: z.optional(text("one or more of these outputs, pasted; instead of paths")),
  paths: z.optional(z.array(z.string()).check(z.maxLength(100), z.describe("files on this machine; instead of text"))),
};
