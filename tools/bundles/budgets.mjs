/**
 * The size of each bundle that people wait for, with the parts that it loads, in bytes, as it was last looked at. A build fails where a bundle outgrows it by more than
 * the margin: a package has come in by accident, or it is time to run `npm run bench`, which measures the waiting, and to write the new size.
 */
const sizes = {
  /** Read by VS Code's extension host when the extension is activated: delays every hint of the first file. */
  "client/node.js": 640_000,
  "client/browser.js": 600_000,
  /** Read when somebody connects to a cluster, and by `observe`. */
  "server/cluster.js": 600_000,
  /** Read by each call of `check`: delays the answer of a commit hook ("check of one Deployment, from spawn"). */
  "cli.check.cjs": 1_050_000,
  /** Read by each start of the server: delays the first diagnostics ("server start → diagnostics of a Deployment"). */
  "server/node.js": 1_620_000,
  "server/browser.js": 1_600_000,
  /** Read behind the opening of the first file with alerts: delays its findings. */
  "server/alerts.js": 345_000,
  /** Stands in the panel's page, and runs before its first picture ("panel: command → painted"). */
  "webview-first": 250_000,
  /** Stands in the panel's page, too, with the Job controller: runs before the first picture of a Job or of a pod with a scenario. */
  "webview-run-parts": 63_000,
  /** Stands in the panel's page, too, and runs behind the first picture. */
  "webview-later": 204_000,
  /** The one script of a rollout's page, with the controllers of workloads: runs before its first picture. */
  "webview-rollout": 398_000,
};

const margin = 0.15;

/** @param {string} file @returns {number | undefined} in bytes */
export function budgetOf(file) {
  const size = Object.entries(sizes).find(([name]) => name === file)?.[1];
  return size === undefined ? undefined : Math.round(size * (1 + margin));
}
