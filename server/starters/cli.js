#!/usr/bin/env node
// Starts the command line and each of its threads. Node keeps the compiled code of what is loaded from here on (since 22.8).
import module from "node:module";

module.enableCompileCache?.();
await import("./cli.main.js");
