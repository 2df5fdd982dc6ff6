const vscode = require("vscode");

const html = `<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>Empty</title></head>
<body><p class="empty-word">Empty</p></body>
</html>
`;

/** @param {import("vscode").ExtensionContext} context */
exports.activate = ({ subscriptions }) => {
  const open = () => {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    vscode.window.createWebviewPanel("bench.empty", "Empty", column, { enableScripts: true }).webview.html = html;
  };
  subscriptions.push(vscode.commands.registerCommand("bench.openEmptyPanel", open));
};
