import * as vscode from "vscode";
import type { YamlCompletion } from "../../shared/protocol/pod/initialization.ts";
import { yamlCompletionOf } from "./yaml-completion.ts";

/** What the other extensions complete at this moment. */
export function currentYamlCompletion(): YamlCompletion {
  const settings = vscode.workspace.getConfiguration("yaml");
  return yamlCompletionOf({
    hasYamlExtension: isEnabled("redhat.vscode-yaml"),
    hasKubernetesExtension: isEnabled("ms-kubernetes-tools.vscode-kubernetes-tools"),
    completion: settings.get("completion"),
    schemas: settings.get("schemas"),
  });
}

/** Whether the outline of YAML files is that of another extension. */
export function hasYamlOutline(): boolean {
  return isEnabled("redhat.vscode-yaml");
}

/** Calls with the new answer whenever extensions come or go, or the settings on which it depends change. */
export function watchYamlCompletion(tell: (completion: YamlCompletion) => void): vscode.Disposable {
  let told = currentYamlCompletion();
  const look = (): void => {
    const now = currentYamlCompletion();
    if (now === told) return;
    told = now;
    tell(now);
  };
  return vscode.Disposable.from(
    vscode.extensions.onDidChange(look),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("yaml")) look();
    }),
  );
}

/** An extension that is disabled is not listed. */
function isEnabled(id: string): boolean {
  return vscode.extensions.getExtension(id) !== undefined;
}
