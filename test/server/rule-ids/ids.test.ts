import { expect, it } from "vitest";
import { isRejection } from "../../../server/rule-ids/ids.ts";
import { allRules } from "../../../server/rules/index.ts";
import { minorVersions } from "../../../shared/kubernetes/versions.ts";

it("the ids of rejections are those of rules that report as an error what Kubernetes rejects", () => {
  const rejections = allRules.filter(
    ({ level, origin }) => level === "error" && (origin === "api-server" || origin === "kubelet"),
  );
  expect(allRules.filter(({ id }) => isRejection(id))).toEqual(rejections);
});

it("a rule names its first release only where that is not the oldest one", () => {
  expect(allRules.filter(({ since }) => since === minorVersions[0]).map(({ id }) => id)).toEqual([]);
});
