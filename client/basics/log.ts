import * as vscode from "vscode";
import { plainMessage } from "./plain-message.ts";

/** The log channel, and the notifications that lead to it. */
export interface Log {
  readonly channel: vscode.LogOutputChannel;
  error(message: string): void;
  /** Logs, and shows one notification with `Show Log`. */
  tell(severity: "warning" | "error", message: string): void;
  show(): void;
}

export function createLog(): Log & vscode.Disposable {
  const channel = vscode.window.createOutputChannel("Pod Cadence", { log: true });
  const show = (): void => channel.show(true);
  const showLog = vscode.l10n.t("Show Log");
  return {
    channel,
    error: (message) => channel.error(message),
    tell: (severity, message) => {
      if (severity === "error") channel.error(message);
      else channel.warn(message);
      const notify = severity === "error" ? vscode.window.showErrorMessage : vscode.window.showWarningMessage;
      notify(plainMessage(message), showLog).then(
        (answer) => (answer === showLog ? show() : undefined),
        () => undefined,
      );
    },
    show,
    dispose: () => channel.dispose(),
  };
}
