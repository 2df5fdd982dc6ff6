// What the extension takes of vscode-languageclient when it runs, for `test/editor-modules.ts`: the package itself needs a real `vscode`.
export {
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  WorkDoneProgress,
  WorkspaceDiagnosticRequest,
} from "vscode-languageserver";
export const State = { Stopped: 1, Running: 2, Starting: 3 } as const;
export const ErrorAction = { Continue: 1, Shutdown: 2 } as const;
export const CloseAction = { DoNotRestart: 1, Restart: 2 } as const;
