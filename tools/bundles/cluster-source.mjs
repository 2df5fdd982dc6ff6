import path from "node:path";

/**
 * Leaves the source of the cluster out of a bundle: it is one of its own beside it, which is read when somebody connects.
 * @param {string} bundle its file, as the bundle without it names it
 * @returns {import("esbuild").Plugin}
 */
export function clusterSourceBeside(bundle = "./server/cluster.js") {
  return {
    name: "cluster source beside",
    setup({ onResolve }) {
      onResolve({ filter: /\/cluster\/source\/main\.ts$/ }, ({ kind, importer }) => {
        if (kind === "dynamic-import") return { path: bundle, external: true };
        return { errors: [{ text: `${importer} must load the source of the cluster by import()` }] };
      });
    },
  };
}

/**
 * Leaves the judge of alerts out of a bundle: it has the grammar of PromQL, which is read when somebody opens a file with alerts.
 * @returns {import("esbuild").Plugin}
 */
export function alertJudgeBeside() {
  return {
    name: "alert judge beside",
    setup({ onResolve }) {
      onResolve({ filter: /\/alerts\/judge\/main\.ts$/ }, ({ kind, importer }) => {
        if (kind === "dynamic-import") return { path: "./server/alerts.js", external: true };
        return { errors: [{ text: `${importer} must load the judge of alerts by import()` }] };
      });
    },
  };
}

/**
 * Leaves the commands out of what reads the command line: nobody waits for the code of another command than the one that runs.
 * @returns {import("esbuild").Plugin}
 */
export function commandsBeside() {
  /** @type {Readonly<Record<string, string>>} by module, as its neighbors name it */
  const bundles = {
    "check/main": "cli.check.cjs",
    "alerts/main": "cli.alerts.cjs",
    "fleet/main": "server/fleet.js",
    lsp: "server/lsp.js",
    "mcp/main": "cli.mcp.cjs",
    commands: "cli.commands.cjs",
  };
  return {
    name: "commands beside",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/[\w./-]+\.ts$/ }, ({ kind, path: file, importer }) => {
        const bundle = bundles[file.slice("./".length, -".ts".length)];
        if (bundle === undefined || !importer.includes(commandLineFolder)) return undefined;
        if (kind === "dynamic-import") return { path: `./${bundle}`, external: true };
        return { errors: [{ text: `${importer} must load ${file} by import()` }] };
      });
    },
  };
}

const commandLineFolder = path.join("server", "cli");

/**
 * Takes of the Kubernetes client what parses kubeconfigs. Its packages do not say that their
 * modules have no side effects; the rest, which is never run, would bring a package that has no license text.
 * Its own requests are not used: undici, which makes them, does not load on Node 20.
 * @param {string} root folder of the repository
 * @returns {import("esbuild").Plugin}
 */
export function clientNodeByParts(root) {
  const folder = path.join(root, "node_modules/@kubernetes/client-node");
  const none = "export const Agent = undefined, ProxyAgent = undefined, fetch = undefined;";
  return {
    name: "client-node by parts",
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /^undici$/ }, () => ({ path: "none", namespace: "undici" }));
      onLoad({ filter: /^none$/, namespace: "undici" }, () => ({ contents: none }));
      onResolve({ filter: /^@kubernetes\/client-node$/ }, () => ({
        path: path.join(folder, "dist/index.js"),
        sideEffects: false,
      }));
      onResolve({ filter: /^\.\.?\// }, async ({ path: file, pluginData, ...options }) => {
        if (!options.importer.startsWith(folder) || pluginData === "asked") return undefined;
        const resolved = await resolve(file, { ...options, pluginData: "asked" });
        return { ...resolved, sideEffects: false };
      });
    },
  };
}
