/**
 * How large a bundle may get, in bytes: each limit is at most 10 % above the size when it was last set. A limit does not stand for itself:
 * what people wait for is what `npm run bench` measures, and a bundle near its limit is a reason to run it, then to raise the limit.
 * A build warns from 95 % on and fails above the limit.
 */
export const budgets = {
  /** Read by VS Code's extension host when the extension is activated: delays every hint of the first file. */
  "client.node.cjs": 630_000,
  "client.browser.js": 577_000,
  /** Read when somebody connects to a cluster, and by `observe`. */
  "cluster.cjs": 710_000,
  /** Read by each call of `check`: delays the answer of a commit hook ("check of one Deployment, from spawn"). */
  "cli.check.cjs": 960_000,
  /** Read by each start of the server: delays the first diagnostics ("server start → diagnostics of a Deployment"). */
  "server.main.cjs": 1_450_000,
  "server.browser.js": 1_425_000,
  /** Read behind the opening of the first file with alerts: delays its findings. */
  "alerts.cjs": 336_000,
  "alerts.browser.js": 336_000,
  /** Stands in the panel's page, with the Job controller, and runs before its first picture ("panel: command → painted"). */
  "webview-first": 290_000,
  /** Stands in the panel's page, too, and runs behind the first picture. */
  "webview-later": 184_000,
  /** The one script of a rollout's page, with the controllers of workloads: runs before its first picture. */
  "webview-rollout": 350_000,
};

/**
 * What a build says of a size: nothing, a warning, or that it failed.
 * @param {string} file @param {number} bytes @param {number | undefined} [limit]
 * @returns {{fails: boolean, text: string} | undefined}
 */
export function judgeSize(file, bytes, limit = budgetOf(file)) {
  if (limit === undefined || bytes < limit * warningShare) return undefined;
  const share = `${((bytes / limit) * 100).toFixed(1)} % of its budget of ${kilobytes(limit)} (tools/budgets.mjs)`;
  return { fails: bytes > limit, text: `${file} has ${share}` };
}

const warningShare = 0.95;

/** @param {string} file @returns {number | undefined} in bytes */
export function budgetOf(file) {
  return Object.entries(budgets).find(([name]) => name === file)?.[1];
}

/** @param {number} bytes */
export function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
