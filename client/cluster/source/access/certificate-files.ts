import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { ContextTarget } from "../kubeconfig/load.ts";

/** What the files hold that a kubeconfig names: certificates that are written in it are not among them. */
export interface CertificateFiles {
  /** Of the cluster. */
  readonly authorities: string;
  /** Certificate and key of the user. */
  readonly own: string;
}

/** A file that is not there holds nothing. */
export async function readCertificateFiles({ cluster, user }: ContextTarget): Promise<CertificateFiles> {
  const [authorities, certificate, key] = await Promise.all([
    textOf(cluster.folder, cluster["certificate-authority"], cluster["certificate-authority-data"]),
    user === undefined ? "" : textOf(user.folder, user["client-certificate"], user["client-certificate-data"]),
    user === undefined ? "" : textOf(user.folder, user["client-key"], user["client-key-data"]),
  ]);
  return { authorities, own: JSON.stringify([certificate, key]) };
}

async function textOf(
  folder: string,
  path: string | null | undefined,
  data: string | null | undefined,
): Promise<string> {
  if (!path || data) return "";
  return await readFile(resolve(folder, path), "utf8").catch(() => "");
}
