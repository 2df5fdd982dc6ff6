import { resolve } from "node:path";
import type { Cluster, User } from "./model.ts";

/** What a user of a kubeconfig does to log in that may harm: a program runs, or a file of this machine is sent. */
export interface Login {
  /** The program with the environment that the kubeconfig gives it, which can make another program of it, and its arguments. Undefined: none. */
  readonly command?: string | undefined;
  /** The file whose text is sent as a token, and the server that gets it. Undefined: none. */
  readonly sent?: { readonly file: string; readonly server: string } | undefined;
  /** Where the kubeconfig lies: a command with a slash in it starts from there. */
  readonly folder: string;
}

/** Undefined if there is nothing of the kind. */
export function loginOf(user: User | undefined, cluster: Cluster | undefined): Login | undefined {
  if (user === undefined) return undefined;
  const { exec, tokenFile, folder } = user;
  const command = exec ? commandOf(exec) : undefined;
  const sent = tokenFile ? { file: resolve(folder, tokenFile), server: cluster?.server ?? "" } : undefined;
  return command === undefined && sent === undefined ? undefined : { command, sent, folder };
}

function commandOf({ command, args, env }: NonNullable<User["exec"]>): string {
  const given = (env ?? []).map(({ name, value }) => `${name}=${value}`);
  return [...given, command, ...(args ?? [])].join(" ");
}
