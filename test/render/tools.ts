// Helm and Kustomize as people have them, built from their Go modules: `node test/render/tools.ts [--required]`.
// Without Go it says so and ends well; with `--required` it does not.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

export const folder = path.resolve(import.meta.dirname, "../../.build/go-tools");

const modules = {
  helm: "helm.sh/helm/v3/cmd/helm@v3.22.0",
  kustomize: "sigs.k8s.io/kustomize/kustomize/v5@v5.8.1",
};

export function areBuilt(): boolean {
  return Object.keys(modules).every((name) => existsSync(path.join(folder, name)));
}

function build(): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, module] of Object.entries(modules)) {
    if (existsSync(path.join(folder, name))) continue;
    const { status, error } = spawnSync("go", ["install", "-ldflags=-s -w", module], {
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, GOBIN: folder, GOFLAGS: `-mod=mod ${process.env["GOFLAGS"] ?? ""}` },
    });
    if (error === undefined && status === 0) continue;
    console.error(`${name} can't be built: ${error?.message ?? `go ended with ${status}`}.`);
    process.exitCode = process.argv.includes("--required") ? 1 : 0;
    return;
  }
}

if (import.meta.main) build();
