// Starts a thread of the command line, with the compiled code of the bundle that started it.
require("node:module").enableCompileCache?.();
require(require("node:worker_threads").workerData.bundle).serveTasks();
