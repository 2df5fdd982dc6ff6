import { parseKubelet, startKubelet } from "../../../server/schema/kubelet-start.ts";
import { dropInsInOrder } from "../../../shared/kubelet-configuration/model/drop-ins.ts";
import type { KubeletHost, KubeletProblem } from "../../../shared/kubelet-configuration/model/model.ts";
import type { KubernetesVersion } from "../../../shared/kubernetes/versions.ts";
import type { KubeletCase, Verdict } from "./kubelet-cases.ts";

/** What we say of one configuration beside what its kubelet said. */
export interface Compared {
  readonly ours: boolean;
  readonly theirs: boolean;
  readonly differences: readonly string[];
}

export function compare({ id, text, cgroups, files, verdict }: KubeletCase, version: KubernetesVersion): Compared {
  const host: KubeletHost = {
    kubernetes: version,
    featureGates: {},
    semantics: "released",
    cgroups,
    directory: "/etc/kubelet",
  };
  const order = dropInsInOrder((files ?? []).map(({ name }) => name));
  const dropIns = order.map((name) => files?.find((file) => file.name === name)?.text ?? "");
  const problems = startKubelet(parseKubelet(text), dropIns.map(parseKubelet), host).problems.map(
    ({ problem }) => problem,
  );
  const refused = problems.filter(({ origin, isNext }) => origin === "kubelet" && isNext !== true);
  const theirs = reasonsOf(verdict);
  const verdicts = { ours: refused.length > 0, theirs: theirs.length > 0 };
  const differences = [
    ...(verdicts.ours === verdicts.theirs ? [] : [verdicts.ours ? "refused, but starts" : "not refused"]),
    ...theirs.filter((reason) => !refused.some((problem) => saysTheSame(problem, reason))).map((r) => `not said: ${r}`),
    ...refused
      .filter((problem) => theirs.length > 0 && isJudgedWhole(verdict) && !theirs.some((r) => saysTheSame(problem, r)))
      .map(({ reason }) => `said: ${reason}`),
    ...strictDifferences(problems, verdict),
  ];
  return { ...verdicts, differences: differences.map((difference) => `${version} ${id}: ${difference}`) };
}

/** Every reason for which the kubelet did not start. */
export function reasonsOf({ decode, errors, later = [] }: Verdict): readonly string[] {
  const rules = errors.map(({ field, detail = "" }) => (field === undefined ? detail : `${field}: … ${detail}`));
  return [...(decode === null ? [] : [decode]), ...rules, ...later];
}

/** The first of several mistakes ends decoding, the gates and what comes later: of those only one was recorded. */
function isJudgedWhole({ stage }: Verdict): boolean {
  return stage === "validation" || stage === "logging";
}

function saysTheSame({ reason, stage, path }: KubeletProblem, theirs: string): boolean {
  const said = reason.replace(/^failed to decode: /, "");
  if (stage === "decode" && /yaml: /.test(said)) return /yaml: |invalid character|unsupported value/.test(theirs);
  if (theirs.includes("… ")) {
    const [field = "", detail = ""] = theirs.split(": … ");
    return reason.startsWith(`${field}: `) && reason.endsWith(detail);
  }
  const isNamed =
    path.length === 0 ||
    stage !== "validation" ||
    new RegExp(String(path[0]), "i").test(theirs) ||
    /taint|pod logs|hidden-metrics|CrashLoop|reserved memory|limit type|NodeLogQuery|cgroup v1/.test(theirs);
  return (
    isNamed &&
    (theirs.includes(said) ||
      theirs.replace('"/etc/kubelet/config.yaml" ', "").includes(said) ||
      (/was empty/.test(said) && /was empty/.test(theirs)))
  );
}

function strictDifferences(problems: readonly KubeletProblem[], { strict, decode }: Verdict): readonly string[] {
  if (decode !== null) return [];
  const ours = problems.filter(({ origin }) => origin === "strict").map(({ reason }) => reason);
  const same = (one: string, other: string) => other.includes(one);
  return [
    ...strict.filter((theirs) => !ours.some((reason) => same(reason, theirs))).map((theirs) => `not strict: ${theirs}`),
    ...ours.filter((reason) => !strict.some((theirs) => same(reason, theirs))).map((reason) => `strict: ${reason}`),
  ];
}

/** Precision and recall in one line. */
export function summary(version: string, compared: readonly Compared[]): string {
  const count = (ours: boolean, theirs: boolean) =>
    compared.filter((each) => each.ours === ours && each.theirs === theirs).length;
  const [right, wrong, missed] = [count(true, true), count(true, false), count(false, true)];
  const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(2)} %`;
  const different = compared.filter(({ differences }) => differences.length > 0).length;
  return `kubelet ${version}: ${compared.length} cases, ${right + missed} refused, precision ${percent(right, right + wrong)}, recall ${percent(right, right + missed)}, ${different} differ`;
}
