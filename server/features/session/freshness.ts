import { DidChangeConfigurationNotification, type WorkspaceFoldersChangeEvent } from "vscode-languageserver";
import { clientNotifications } from "../../../shared/protocol/request.ts";
import { hasAlertRules } from "../alerts/rule-files.ts";
import { createPush, type PushedDiagnostics } from "./push.ts";
import { refreshViews } from "./refresh.ts";
import type { Session } from "./session.ts";
import { watchProjectFiles } from "./watched-files.ts";

/** Keeps what the client shows true when documents, settings, project files or what these name change. */
export function keepFresh(session: Session): void {
  const push = session.client.pullDiagnostics ? undefined : createPush(session);
  const settingsChanged = () => renew(session, push);
  followSettings(session, settingsChanged);
  followDocuments(session, push, settingsChanged);
  session.onBeside((uri) => {
    refreshViews(session);
    if (session.documents.get(uri) !== undefined) changed(session, push, uri);
  });
}

/** Settings may be other for all documents. */
function renew(session: Session, push: PushedDiagnostics | undefined): void {
  session.settings.clear();
  session.beside.clear();
  session.ruleFiles.clear();
  refreshViews(session);
  for (const uri of session.documents.keys()) changed(session, push, uri);
  tellSettings(session);
}

function followSettings(session: Session, settingsChanged: () => void): void {
  const { connection, client, sources } = session;
  const foldersChanged = (event: WorkspaceFoldersChangeEvent) => {
    sources.changeFolders(event);
    settingsChanged();
  };
  // A second handler would take the place of this one.
  connection.onInitialized(() => {
    watchProjectFiles(connection, client);
    askForSettingsChanges(session);
    if (client.workspaceFolders) connection.workspace.onDidChangeWorkspaceFolders(foldersChanged);
  });
  connection.onDidChangeConfiguration((change) => {
    sources.accept(change.settings);
    settingsChanged();
  });
  connection.onDidChangeWatchedFiles(settingsChanged);
  sources.onLate(settingsChanged);
}

function followDocuments(session: Session, push: PushedDiagnostics | undefined, settingsChanged: () => void): void {
  const { client, documents, settings, typing } = session;
  // Without watchers, what happens in the editor is all that can be noticed.
  documents.onDidSave(({ document }) => {
    // Nobody watches a file that was not there when somebody asked about alerts.
    if (hasAlertRules(document.getText())) {
      session.ruleFiles.clear();
      tellSettings(session);
    }
    if (!client.registerWatchers && settings.isSource(document.uri)) settingsChanged();
  });
  documents.onDidChangeContent(({ document }) => {
    typing.changed(document.uri);
    changed(session, push, document.uri);
  });
  documents.onDidClose(({ document: { uri } }) => {
    forget(session, uri);
    push?.close(uri);
  });
}

function forget({ settings, beside, ahead, typing, live }: Session, uri: string): void {
  settings.forget(uri);
  beside.forget(uri);
  ahead.close(uri);
  typing.close(uri);
  live.hides(uri);
}

function changed(session: Session, push: PushedDiagnostics | undefined, uri: string): void {
  push?.schedule(uri);
  if (!session.client.changed) return;
  const { method } = clientNotifications.changed;
  void session.isolation.wait(method, () => session.connection.sendNotification(method, { uri }));
}

function tellSettings({ client, connection, isolation }: Session): void {
  if (!client.changed) return;
  const { method } = clientNotifications.settingsChanged;
  void isolation.wait("settings", () => connection.sendNotification(method));
}

function askForSettingsChanges({ connection, client, isolation }: Session): void {
  if (!client.configuration || !client.registerConfiguration) return;
  const register = () => connection.client.register(DidChangeConfigurationNotification.type, { section: "podCadence" });
  void isolation.wait("registration for settings", register);
}
