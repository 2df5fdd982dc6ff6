import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readBase64 } from "./base64.ts";

/** Something that a kubeconfig holds as base64 or names as a file. */
interface Named {
  /** The field of the kubeconfig, for people: `certificate-authority` of cluster kind. */
  readonly field: string;
  readonly data: string | null | undefined;
  readonly path: string | null | undefined;
  readonly folder: string;
}

type ReadText = { readonly value: string | undefined } | { readonly problem: string };

/** Undefined if the kubeconfig has neither. Data wins over a file, as in client-go. */
export async function readNamed({ field, data, path, folder }: Named): Promise<ReadText> {
  if (data) {
    const text = readBase64(data)?.toString("utf8");
    return text === undefined
      ? { problem: `${field} in the kubeconfig is not valid base64. Replace it.` }
      : { value: text };
  }
  if (!path) return { value: undefined };
  const file = resolve(folder, path);
  try {
    return { value: await readFile(file, "utf8") };
  } catch {
    return { problem: `${file}, which is the ${field} in the kubeconfig, can't be read. Check that it exists.` };
  }
}
