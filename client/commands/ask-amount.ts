import * as vscode from "vscode";

interface AmountQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  /** What to say below the text; an error keeps the box open. */
  validate(written: string): Promise<vscode.InputBoxValidationMessage>;
}

/** An input box that says from the start what its text would do; `showInputBox` says nothing of a text that was not touched. */
export function askAmount({ title, prompt, value, validate }: AmountQuestion): Promise<string | undefined> {
  const box = vscode.window.createInputBox();
  Object.assign(box, { title, prompt, value });
  const tell = async (): Promise<vscode.InputBoxValidationMessage | undefined> => {
    const written = box.value;
    const message = await validate(written);
    // Somebody has gone on writing.
    if (box.value !== written) return undefined;
    box.validationMessage = message;
    return message;
  };
  return new Promise((resolve) => {
    box.onDidChangeValue(tell);
    box.onDidAccept(async () => {
      const message = await tell();
      if (message === undefined || message.severity === vscode.InputBoxValidationSeverity.Error) return;
      resolve(box.value);
      box.hide();
    });
    box.onDidHide(() => {
      resolve(undefined);
      box.dispose();
    });
    box.show();
    void tell();
  });
}
