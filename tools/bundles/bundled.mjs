/**
 * What bundles hold: files with at least one byte in them, and the packages that our own files import.
 * @typedef {{inputs: string[], packages: string[]}} Bundled
 */

/** @param {import("esbuild").Metafile} metafile @returns {Bundled} */
export function bundledBy({ inputs, outputs }) {
  const used = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const own = Object.entries(inputs).filter(([file]) => packageOf(file) === undefined);
  return {
    inputs: used.flatMap(([input, { bytesInOutput }]) => (bytesInOutput > 0 ? [input] : [])),
    packages: own.flatMap(([, { imports }]) => imports.flatMap((each) => packageOf(each.path) ?? [])),
  };
}

/** @param {string} file */
function packageOf(file) {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];
}
