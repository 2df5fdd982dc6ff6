// Stands in for the native @vscode/fs-copyfile, with which the Git extension copies files to a new work tree.
exports.cp = require("node:fs/promises").cp;
