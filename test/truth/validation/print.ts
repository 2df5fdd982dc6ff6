import { corpusDifferences } from "../../corpus/differences.ts";
import { hasCorpus } from "../../corpus/sources.ts";
import { kubeletCases, recordedVersions as kubeletVersions } from "./kubelet-cases.ts";
import { compare, summary } from "./kubelet-compare.ts";
import { recordedVersions } from "./pod-cases.ts";
import { leftOut, missesOf } from "./pod-misses.ts";
import { formatTotals, noTotals, tally } from "./totals.ts";

// Prints how far the rules agree with what the API server and the kubelet said: precision and recall by rule, and every miss with its reason.
// With an argument only the versions whose name begins with it.
const [, , wanted = ""] = process.argv;
const isWanted = (version: string): boolean => version.startsWith(wanted);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

for (const version of recordedVersions.filter(isWanted)) {
  const totals = noTotals();
  const misses = await missesOf(version, totals);
  print(formatTotals(`\nGenerated manifests, Kubernetes ${version}`, totals));
  for (const { id, tooMany, missing } of misses) {
    const lines = [...tooMany.map((line) => `says ${line}`), ...missing.map((line) => `does not say ${line}`)];
    print(`  ${id}: ${lines.join(", ")} (${leftOut.get(id) ?? "no reason"})`);
  }
}

print("");
for (const version of kubeletVersions.filter(isWanted)) {
  const compared = kubeletCases(version).map((each) => compare(each, version));
  print(summary(version, compared));
  for (const difference of compared.flatMap(({ differences }) => differences)) print(`  ${difference}`);
}

for (const version of hasCorpus ? recordedVersions.filter(isWanted) : []) {
  const totals = noTotals();
  const untold = new Map<string, number>();
  const misses: string[] = [];
  for (const { id, judgment, missing, tooMany, reason } of await corpusDifferences(version)) {
    if (reason === undefined) tally(totals, judgment);
    else untold.set(reason, (untold.get(reason) ?? 0) + 1);
    if (reason === undefined && missing.length + tooMany.length > 0)
      misses.push(`  ${id}: ${[...tooMany, ...missing].join(", ")}`);
  }
  print(formatTotals(`\nReal files, Kubernetes ${version}`, totals));
  for (const [reason, count] of untold) print(`  refused, and nothing said, ${reason}: ${count}`);
  for (const miss of misses) print(miss);
}
if (!hasCorpus) print("\nThere is no corpus beside the repository: real files were not judged.");
