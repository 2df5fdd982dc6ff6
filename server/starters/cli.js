#!/usr/bin/env node
// Starts the command line. Node keeps the compiled code of what is loaded from here on (since 22.8).
import module from "node:module";

module.enableCompileCache?.();
module.createRequire(import.meta.url)("./cli.main.cjs");
