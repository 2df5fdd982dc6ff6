// Starts the language server in a web worker, which has no modules that VS Code for the web could load. The first message is the
// address of the folder that this file lies in; all others are the protocol's.
self.onmessage = ({ data: folder }) => {
  const loaded = new Map();
  // Each part is a script of CommonJS: it takes `module` and `require` from the worker's own global object.
  const load = (name) => {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const outer = self.module;
    const module = { exports: {} };
    loaded.set(name, module);
    self.module = module;
    try {
      importScripts(folder + name.replace("./", "/server/"));
    } finally {
      self.module = outer;
    }
    return module.exports;
  };
  self.require = load;
  load("./browser.js");
};
