import { stringify } from "yaml";

/**
 * The manifest of the plugin for krew, kubectl's plugin manager: the archive of the release is the npm package. Its program needs
 * Node, and a file that begins with `#!`, which Windows does not run.
 * @param {{version: string, sha256: string, homepage: string, repository: string}} release
 */
export function krewManifest({ version, sha256, homepage, repository }) {
  const platform = {
    selector: { matchExpressions: [{ key: "os", operator: "In", values: ["linux", "darwin"] }] },
    uri: `${repository}/releases/download/v${version}/pod-cadence-${version}.tgz`,
    sha256,
    bin: "package/dist/kubectl-cadence.js",
  };
  return stringify({
    apiVersion: "krew.googlecontainertools.github.com/v1alpha2",
    kind: "Plugin",
    metadata: { name: "cadence" },
    spec: {
      version: `v${version}`,
      homepage,
      shortDescription: "Predict when and why pods restart",
      description:
        "Shows what a pod did, why, and when it restarts next, and forecasts the pods of a workload: crash loops, probes, rollouts.\nIt only reads.\n",
      caveats: "This plugin needs Node.js 20 or newer on the PATH.\n",
      platforms: [platform],
    },
  });
}
