/** An editor of today, as VS Code. */
export const editorOfToday = {
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] } },
    diagnostic: { dynamicRegistration: true },
    hover: { contentFormat: ["markdown", "plaintext"] },
    inlayHint: { resolveSupport: { properties: ["tooltip"] } },
    codeAction: { dataSupport: true, resolveSupport: { properties: ["edit"] } },
  },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
    diagnostics: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    codeLens: { refreshSupport: true },
  },
};

/** One that knows LSP as it was before pulled diagnostics, configuration and watchers. */
export const oldEditor = { textDocument: { publishDiagnostics: {}, hover: {} }, workspace: {} };
