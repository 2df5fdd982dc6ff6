import { describe, expect, it } from "vitest";
import { parseManifest } from "../../../server/manifest/documents/parse.ts";
import { isUnknownAt } from "../../../server/manifest/text/ranges.ts";
import { reviewObject } from "../../../shared/api-server/admission/review.ts";
import { isWorkloadKind } from "../../../shared/api-server/types/kinds.ts";
import { formatPath, type Path } from "../../../shared/basics/path.ts";
import { parseVersion } from "../../../shared/kubernetes/versions.ts";
import { replayed } from "../../extent.ts";
import { parsePath } from "./judge.ts";
import { podCases, recordedVersions } from "./pod-cases.ts";

// The words of the API server: its errors with their details, and its warnings, in each minor.

describe.each(replayed(recordedVersions, recordedVersions.length))("Kubernetes %s", (release) => {
  const kubernetes = parseVersion(release) ?? "1.37";
  const reviewed = podCases(release).flatMap(({ id, text, gates, documents }) => {
    const [verdict] = documents;
    const [document] = parseManifest(text).documents.filter(({ index }) => index !== undefined);
    if (documents.length !== 1 || verdict === undefined || document === undefined || verdict.decode !== null) return [];
    if (verdict.accepted === null || !isWorkloadKind(verdict.kind) || document.document.problems.length > 0) return [];
    const review = reviewObject(verdict.kind, document.document.value(), { kubernetes, featureGates: gates });
    // Of what somebody fills in later, nothing is said.
    const isKnown = (path: Path): boolean => !isUnknownAt(document.document, path);
    return [{ id, verdict, review, isKnown }];
  });

  it("errors have its details", () => {
    const different = reviewed.flatMap(({ id, verdict, review, isKnown }) => {
      const errors = review.errors.filter(({ path }) => isKnown(path));
      const ours = errors.map(({ path, detail }) => `${formatPath(path)}: ${knownText(detail)}`);
      const recorded = verdict.errors.map(
        ({ field = "", detail = "" }) => `${formatPath(parsePath(field))}: ${knownText(detail)}`,
      );
      return sameSet(ours, recorded) ? [] : [{ id, ours, recorded }];
    });
    expect(different).toEqual([]);
  });

  it("warnings are its own", () => {
    const different = reviewed.flatMap(({ id, verdict, review }) => {
      if (verdict.accepted !== true) return [];
      const ours = review.warnings.map(({ path, message }) =>
        path.length === 0 ? message : `${formatPath(path)}: ${message}`,
      );
      return sameSet(ours, verdict.warnings) ? [] : [{ id, ours, recorded: verdict.warnings }];
    });
    expect(different).toEqual([]);
  });

  it("all single documents of our kinds were compared", () => {
    expect(reviewed.length).toBeGreaterThan(2500);
  });
});

/** What is wrong with a schedule we say in our own words. */
function knownText(detail: string): string {
  return /^(?:expected exactly|end of range|A schedule|failed to parse|In the field|beginning of range)|schedule|day of the week/.test(
    detail,
  )
    ? "about the schedule"
    : detail;
}

function sameSet(left: readonly string[], right: readonly string[]): boolean {
  return JSON.stringify([...new Set(left)].sort()) === JSON.stringify([...new Set(right)].sort());
}
