import { describe, expect, test } from "vitest";
import { replayed } from "../../extent.ts";
import { check, settingsOf } from "../../server/rules/check-rules.ts";
import { kubeletCases, recordedVersions } from "./kubelet-cases.ts";
import { compare, reasonsOf, summary } from "./kubelet-compare.ts";

// Each recorded configuration is refused exactly where the kubelet of that minor refused it, for each of its reasons, in its words.
describe("what the kubelet refuses", () => {
  test.each(replayed(recordedVersions.toReversed(), recordedVersions.length))("%s", (version) => {
    const compared = kubeletCases(version).map((each) => compare(each, version));
    console.log(summary(version, compared));
    expect(compared.flatMap(({ differences }) => differences).slice(0, 20)).toEqual([]);
  });
});

// What the editor underlines, through the rules: the same files, as far as a file can be seen to be the kubelet's.
test("what is underlined", async () => {
  const settings = await settingsOf('kubernetes: "1.37"\nrules: {crash-loop-exceeds-api-budget: "off"}');
  const asked = replayed(kubeletCases("1.37"), 4);
  const wrong = asked
    .filter(({ files, cgroups }) => files === undefined && cgroups === "v2")
    .filter(({ text, verdict }) => {
      const refused = check(text, settings).some(({ severity }) => severity === "error");
      return refused !== reasonsOf(verdict).length > 0;
    });
  expect(wrong.map(({ id }) => id)).toEqual(notSeen.filter((name) => asked.some(({ id }) => id === name)));
});

/** Nothing in these files says that they are the kubelet's. */
const notSeen: readonly string[] = [
  "kubelet/file/empty",
  "kubelet/file/comment",
  "kubelet/file/no header",
  "kubelet/file/kind=CredentialProviderConfig",
  "kubelet/file/json bad",
];
