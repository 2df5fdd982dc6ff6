import { readFileSync } from "node:fs";
import { parseAllDocuments } from "yaml";
import type { Cluster } from "./harness/cluster.ts";

/** The namespaces and roles of rights.yaml. */
export async function giveRights({ admin }: Cluster): Promise<void> {
  for (const name of ["team-a", "team-b"])
    await admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  const file = new URL("rights.yaml", import.meta.url);
  for (const document of parseAllDocuments(readFileSync(file, "utf8"))) await admin.create(document.toJS());
}
