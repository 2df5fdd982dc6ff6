const quickSuggestionsOff = { other: "off", comments: "off", strings: "off" };

/** User settings of every test: what opens a page, a popup, a connection or a panel on its own is switched off. */
export const quietSettings: Readonly<Record<string, unknown>> = {
  "chat.disableAIFeatures": true,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.startupEditor": "none",
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.reduceMotion": "on",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "window.autoDetectColorScheme": false,
  "window.autoDetectHighContrast": false,
  "workbench.colorTheme": "Light Modern",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.showReleaseNotes": false,
  // The workbench writes `false` as "off" into the file when it starts, and says so where a test changes files meanwhile.
  "extensions.autoUpdate": "off",
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "json.schemaDownload.enable": false,
  "git.enabled": false,
  "files.autoSave": "off",
  "editor.quickSuggestions": quickSuggestionsOff,
  // VS Code has defaults of its own for YAML, which come before what users set for all languages: a list of suggestions takes Enter.
  // Whether a new line is indented depends on when VS Code has read what it knows of the language.
  "[yaml]": { "editor.quickSuggestions": quickSuggestionsOff, "editor.autoIndent": "none" },
  "editor.suggestOnTriggerCharacters": false,
  "editor.parameterHints.enabled": false,
  "editor.wordBasedSuggestions": "off",
  "editor.hover.delay": 100,
  "editor.minimap.enabled": false,
  "editor.cursorBlinking": "solid",
  // A window serves several tests, and remembers nothing of those before.
  "workbench.editor.restoreViewState": false,
  "workbench.commandPalette.history": 0,
  "search.quickOpen.includeHistory": false,
  "files.restoreUndoRedoStack": false,
};

/** Of windows in Restricted Mode, which nothing asks to leave. */
export const restrictedSettings: Readonly<Record<string, unknown>> = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};
