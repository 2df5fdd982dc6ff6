import type { User } from "./model.ts";

/** The program that a user of a kubeconfig runs to log in. */
export interface Login {
  /** With the environment that the kubeconfig gives it, which can make another program of it, and its arguments. */
  readonly command: string;
  /** Where the kubeconfig lies: a command with a slash in it starts from there. */
  readonly folder: string;
}

/** Undefined if none is run. */
export function loginOf(user: User | undefined): Login | undefined {
  if (!user?.exec) return undefined;
  const { command, args, env } = user.exec;
  const given = (env ?? []).map(({ name, value }) => `${name}=${value}`);
  return { command: [...given, command, ...(args ?? [])].join(" "), folder: user.folder };
}
