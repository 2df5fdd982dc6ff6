import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver";
