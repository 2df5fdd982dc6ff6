/**
 * Modules that are texts.
 * @param {ReadonlyMap<string, string>} texts by the words of the imports
 * @returns {import("esbuild").Plugin}
 */
export function textModules(texts) {
  return {
    name: "modules that are texts",
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^\.\/\w+\.js$/ }, ({ path: file }) => ({ path: file, namespace: "text" }));
      onLoad({ filter: /./, namespace: "text" }, ({ path: file }) => ({ contents: texts.get(file) ?? "" }));
    },
  };
}
