// Starts the language server. Node keeps the compiled code of what is loaded from here on (since 22.8), and the next start needs half the time.
require("node:module").enableCompileCache?.();
require("./server/node.js");
