import { dirname, resolve } from "node:path";
import { loadYaml } from "@kubernetes/client-node";
import * as z from "zod/mini";
import type { KubeconfigFile } from "./files.ts";
import {
  type Cluster,
  clusterSchema,
  contextSchema,
  fileSchema,
  type KubeContext,
  type Kubeconfig,
  type User,
  userSchema,
} from "./model.ts";

export interface ReadKubeconfig {
  readonly value: Kubeconfig;
  /** Sentences. They hold no line of the file, because that may be a secret. */
  readonly problems: readonly string[];
}

/** Reads and merges kubeconfigs as kubectl does: files that are not there are passed over, the first to name something wins. */
export function parseKubeconfigs(files: readonly KubeconfigFile[]): ReadKubeconfig {
  const problems: string[] = [];
  const contexts = new Map<string, KubeContext>();
  const clusters = new Map<string, Cluster>();
  const users = new Map<string, User>();
  let currentContext: string | undefined;
  for (const file of files) {
    if (file.problem !== undefined) problems.push(file.problem);
    const root = file.text === undefined ? undefined : parseFile(file.path, file.text, problems);
    if (root === undefined) continue;
    const folder = dirname(resolve(file.path));
    const told: Told = { path: file.path, problems };
    for (const { name, context } of entries(root.contexts, contextEntry, "context", told))
      setNew(contexts, name, context);
    for (const { name, cluster } of entries(root.clusters, clusterEntry, "cluster", told))
      setNew(clusters, name, { ...cluster, folder });
    for (const { name, user } of entries(root.users, userEntry, "user", told)) setNew(users, name, { ...user, folder });
    currentContext ??= root["current-context"] || undefined;
  }
  const read = files.filter(({ text }) => text !== undefined).map(({ path }) => path);
  return { value: { files: read, contexts, clusters, users, currentContext }, problems };
}

interface Told {
  readonly path: string;
  readonly problems: string[];
}

function parseFile(path: string, text: string, problems: string[]): z.infer<typeof fileSchema> | undefined {
  // An empty document is an empty kubeconfig.
  if (text.split("\n").every((line) => /^\s*(#.*|---\s*)?$/.test(line))) return undefined;
  try {
    const root = fileSchema.safeParse(loadYaml<unknown>(text));
    if (root.success) return root.data;
    problems.push(`${path} is not a kubeconfig: it must have lists of contexts, clusters, and users.`);
  } catch (error) {
    problems.push(`The kubeconfig ${path} is not valid YAML${placeOf(error)}. Correct it, or choose another one.`);
  }
  return undefined;
}

const nameSchema = z.object({ name: z.string() });
const contextEntry = z.object({ name: z.string(), context: contextSchema });
const clusterEntry = z.object({ name: z.string(), cluster: clusterSchema });
const userEntry = z.object({ name: z.string(), user: z.nullable(userSchema) });

function entries<Entry>(
  list: readonly unknown[] | null | undefined,
  schema: z.ZodMiniType<Entry>,
  noun: string,
  { path, problems }: Told,
): readonly Entry[] {
  return (list ?? []).flatMap((entry, index) => {
    const read = schema.safeParse(entry);
    if (read.success) return [read.data];
    const name = nameSchema.safeParse(entry).data?.name ?? `${index + 1}`;
    const field = read.error.issues[0]?.path.join(".") || noun;
    problems.push(`${noun} ${name} of the kubeconfig ${path} is ignored: ${field} is missing or has the wrong type.`);
    return [];
  });
}

function setNew<Value>(map: Map<string, Value>, name: string, value: Value): void {
  if (!map.has(name)) map.set(name, value);
}

const markSchema = z.object({ mark: z.object({ line: z.int() }) });

/** The parser's own message quotes the file. */
function placeOf(error: unknown): string {
  const { data } = markSchema.safeParse(error);
  return data === undefined ? "" : ` (line ${data.mark.line + 1})`;
}
