import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import * as z from "zod/mini";
import { type KubernetesVersion, minorVersions } from "../../../shared/kubernetes/versions.ts";

export const verdictSchema = z.object({
  accepted: z.boolean(),
  strict: z.array(z.string()),
  decode: z.nullable(z.string()),
  errors: z.array(
    z.object({
      field: z.optional(z.string()),
      type: z.optional(z.string()),
      badValue: z.optional(z.nullable(z.string())),
      detail: z.optional(z.string()),
    }),
  ),
  stage: z.optional(z.string()),
  later: z.optional(z.array(z.string())),
});

const caseSchema = z.object({
  id: z.string(),
  mode: z.optional(z.enum(["kubelet", "kubelet-dropin"])),
  text: z.optional(z.string()),
  cgroup: z.optional(z.enum(["v1", "v2"])),
  files: z.optional(z.array(z.object({ name: z.string(), text: z.string() }))),
  documents: z.tuple([verdictSchema]),
});

export type Verdict = z.infer<typeof verdictSchema>;

/** A configuration and what the kubelet of one minor said of it. */
export interface KubeletCase {
  readonly id: string;
  readonly text: string;
  readonly cgroups: "v1" | "v2";
  /** Undefined: there is no directory of drop-ins. */
  readonly files: readonly { readonly name: string; readonly text: string }[] | undefined;
  readonly verdict: Verdict;
}

const releases: Readonly<Record<string, string>> = {
  "1.29": "1.29.6",
  "1.30": "1.30.14",
  "1.31": "1.31.14",
  "1.32": "1.32.13",
  "1.33": "1.33.13",
  "1.34": "1.34.4",
  "1.35": "1.35.4",
  "1.36": "1.36.4",
  "1.37": "1.37.1",
};

/** The minors for which verdicts were recorded. */
export const recordedVersions: readonly KubernetesVersion[] = minorVersions.filter((version) => version in releases);

/** Every recorded case; the files of older minors hold only what differs from the newest. */
export function kubeletCases(version: KubernetesVersion): readonly KubeletCase[] {
  const newest = read("1.37");
  const different = version === "1.37" ? newest : read(version);
  const used = new Map<string, number>();
  return newest.map((each): KubeletCase => {
    // A few ids stand on two cases; both lines are then there, in the same order.
    const nth = used.get(each.id) ?? 0;
    used.set(each.id, nth + 1);
    const own = different.filter(({ id }) => id === each.id)[nth] ?? each;
    return {
      id: each.id,
      text: each.text ?? "",
      cgroups: each.cgroup ?? "v2",
      files: each.mode === "kubelet-dropin" ? (each.files ?? []) : undefined,
      verdict: own.documents[0],
    };
  });
}

function read(version: string): readonly z.infer<typeof caseSchema>[] {
  const url = new URL(`../../fixtures/validation/kubelet.${releases[version]}.jsonl.gz`, import.meta.url);
  const lines = gunzipSync(readFileSync(url)).toString("utf8").trim().split("\n");
  return lines.map((line) => caseSchema.parse(JSON.parse(line)));
}
