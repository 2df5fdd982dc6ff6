/** Of VS Code what the parts of the extension need that are tested without it: texts in English. */
export const l10n = {
  t: (text: string, ...values: readonly (string | number)[]): string =>
    text.replace(/\{(\d+)\}/g, (placeholder, index) => String(values[Number(index)] ?? placeholder)),
};
