import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";

// What krew's own validation of a manifest asks for (internal/index/validation, v0.4.5), of the archive that `npm run package` makes.

const { version, homepage } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const repository = "https://github.com/pod-cadence/pod-cadence";

it("the krew manifest is that of the plugin cadence, with the archive of its version", async () => {
  const { krewManifest } = await import(new URL("../../tools/krew-manifest.mjs", import.meta.url).href);
  const plugin = parse(krewManifest({ version, sha256: "0".repeat(64), homepage, repository }));
  expect([plugin.apiVersion, plugin.kind, plugin.metadata.name]).toEqual([
    "krew.googlecontainertools.github.com/v1alpha2",
    "Plugin",
    "cadence",
  ]);
  expect(plugin.spec).toMatchObject({ version: `v${version}`, homepage });
  // krew-index takes no more than fifty letters.
  expect(plugin.spec.shortDescription).toMatch(/^[^\r\n]{1,50}$/);
  expect(plugin.spec.platforms).toEqual([
    {
      selector: { matchExpressions: [{ key: "os", operator: "In", values: ["linux", "darwin"] }] },
      uri: `${repository}/releases/download/v${version}/pod-cadence-${version}.tgz`,
      sha256: "0".repeat(64),
      bin: "package/dist/kubectl-cadence.js",
    },
  ]);
});
