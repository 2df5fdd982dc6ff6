import * as z from "zod/mini";

/** A kubeconfig, as far as a client that only reads needs it. Of several files the first that has a name wins, as in kubectl. */
export interface Kubeconfig {
  /** The files that were read. */
  readonly files: readonly string[];
  readonly contexts: ReadonlyMap<string, KubeContext>;
  readonly clusters: ReadonlyMap<string, Cluster>;
  readonly users: ReadonlyMap<string, User>;
  readonly currentContext: string | undefined;
}

export type KubeContext = z.infer<typeof contextSchema>;
export type Cluster = z.infer<typeof clusterSchema> & Origin;
export type User = z.infer<typeof userSchema> & Origin;
export type ExecPlugin = z.infer<typeof execSchema>;

interface Origin {
  /** Relative paths in a kubeconfig start from its own folder. */
  readonly folder: string;
}

const text = z.optional(z.nullable(z.string()));
const texts = z.optional(z.nullable(z.array(z.string())));
const flag = z.optional(z.nullable(z.boolean()));

export const contextSchema = z.object({ cluster: z.string(), user: text, namespace: text });

export const clusterSchema = z.object({
  server: z.string(),
  "certificate-authority": text,
  "certificate-authority-data": text,
  "insecure-skip-tls-verify": flag,
  "tls-server-name": text,
  "proxy-url": text,
  extensions: z.optional(z.unknown()),
});

const execSchema = z.object({
  apiVersion: text,
  command: z.string(),
  args: texts,
  env: z.optional(z.nullable(z.array(z.object({ name: z.string(), value: z.string() })))),
  installHint: text,
  provideClusterInfo: flag,
  interactiveMode: text,
});

export const userSchema = z.object({
  "client-certificate": text,
  "client-certificate-data": text,
  "client-key": text,
  "client-key-data": text,
  token: text,
  tokenFile: text,
  username: text,
  password: text,
  as: text,
  "as-uid": text,
  "as-groups": texts,
  "as-user-extra": z.optional(z.nullable(z.record(z.string(), z.array(z.string())))),
  exec: z.optional(z.nullable(execSchema)),
  "auth-provider": z.optional(
    z.nullable(z.object({ name: z.string(), config: z.optional(z.nullable(z.record(z.string(), z.unknown()))) })),
  ),
});

/** Entries are looked at one by one, so that one that is broken spoils no other. */
export const fileSchema = z.object({
  "current-context": text,
  contexts: z.optional(z.nullable(z.array(z.unknown()))),
  clusters: z.optional(z.nullable(z.array(z.unknown()))),
  users: z.optional(z.nullable(z.array(z.unknown()))),
});
