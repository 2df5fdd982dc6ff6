import { nearest } from "../../basics/nearest.ts";
import { quote } from "./lexer.ts";
import { complain, type Reader, shown, want } from "./reader.ts";
import { example } from "./wanted.ts";

// Names of nodes and pods in events of a rollout: `at 5m node worker-2 drains`.

/** Words that can follow the kind; a name like one of them, or a slip of it, stands in quotes. */
const following = { node: ["drains", "reboots", "is"], pod: ["is", "deleted"] } as const;

/** A name that Kubernetes allows. */
const characters = /^[a-z0-9][a-z0-9.-]*$/;

type NamedKind = keyof typeof following;

/** Reads a name. Undefined if there is none. */
export function readObjectName(reader: Reader, index: number, kind: NamedKind) {
  want(reader, index, [example("", "", `the name of a ${kind}`)]);
  const token = reader.tokens[index];
  if (token?.kind === "unclosed") complain(reader, index, { token, message: "The closing quote is missing." });
  if (token === undefined || token.text === "") return undefined;
  const isName = token.kind === "quoted" || (token.kind === "word" && isPlain(token.text, kind));
  if (isName) return { value: token.text, index: index + 1 };
  if (token.kind === "word" && !characters.test(token.text)) {
    const message = `${shown(token.text)} is not the name of a ${kind}. Names have lowercase letters, digits, "-", and ".".`;
    complain(reader, index, { token, message });
  }
  return undefined;
}

/** Writes a name so that `readObjectName` reads it. */
export function formatName(kind: NamedKind, name: string): string {
  return isPlain(name, kind) ? name : quote(name);
}

/** It is read as a name without quotes. */
function isPlain(name: string, kind: NamedKind): boolean {
  return characters.test(name) && nearest(name, following[kind]) === undefined;
}
