/** Languages in which people write manifests; `helm` is what the Kubernetes extension makes of templates. */
export const manifestLanguages: readonly string[] = ["yaml", "helm", "json", "jsonc"];

export const manifestSelector = manifestLanguages.map((language) => ({ language }));

export function isManifestLanguage(languageId: string): boolean {
  return manifestLanguages.includes(languageId);
}
