import { open } from "node:fs/promises";
import { lastVersion, minorVersions, newestVersion } from "../../shared/kubernetes/versions.ts";
import { projectFileName } from "../schema/files/find-project.ts";
import { type ExitCode, fail, print } from "./terminal/terminal.ts";

/** `pod-cadence init`: a project file in the current directory. One that is there stays as it is. */
export async function writeProjectFile(): Promise<ExitCode> {
  try {
    // Never over a file that somebody wrote, also not over one that appears just now.
    const file = await open(projectFileName, "wx");
    await file.writeFile(projectFileTemplate);
    await file.close();
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    return fail([exists ? `${projectFileName} exists and was not changed` : `can't write ${projectFileName} here`]);
  }
  return print(`Wrote ${projectFileName}. It applies to the manifests in this directory and below.\n`);
}

const [oldestVersion] = minorVersions;

/** All that is set is what holds anyway; the rest is there to be uncommented. */
export const projectFileTemplate = `# What Pod Cadence assumes about the cluster of the manifests in this directory and below.
# All fields: https://github.com/pod-cadence/pod-cadence/blob/main/docs/settings.md

# Version of the nodes, ${oldestVersion} to ${lastVersion}.
kubernetes: "${newestVersion}"

# Feature gates of the kubelets, where they are not the default of that version.
# featureGates:
#   ReduceDefaultCrashLoopBackOffDecay: true

# The KubeletConfiguration of the nodes, relative to this file, or a list with its drop-ins.
# kubeletConfiguration: kubelet.yaml

# How long the first pull of an image takes on these nodes. If omitted, images are on the node.
# imagePull: 2s-30s

# Other kinds of nodes, for --node and for the simulator.
# nodes:
#   gpu:
#     kubernetes: "${oldestVersion}"

# Scenarios of containers that have no "# cadence:" comment in the manifest.
# scenarios:
#   Deployment/web:
#     app: starts in 20s

# Levels of rules: off, hint, info, warning, error.
# rules:
#   timeout-exceeds-period: error

# Files to ignore, with patterns as in .gitignore.
# ignore:
# - charts/
`;
