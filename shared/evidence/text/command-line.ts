/** What somebody asked of kubectl, as far as it says what the text below is about. */
interface KubectlCommand {
  /** `describe pod NAME`; undefined for other commands, and for several pods. */
  readonly described: string | undefined;
  /** Undefined for all namespaces, and for the one of the context. */
  readonly namespace: string | undefined;
}

/** A longer line is no command that anybody typed. */
const lineMax = 1024;
const programs: ReadonlySet<string> = new Set(["kubectl", "oc", "k", "kubecolor"]);
/** A verb or a flag: a pod may have the name of a program. */
const argument = /^(?:--?[a-z]|[a-z]+$)/;
const podName = /^[a-z0-9][-a-z0-9.]{0,252}$/;
const namespaceName = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
const namespaceFlag = /^(?:--namespace=|-n=?)(\S{1,63})$/;

/** Reads `$ kubectl describe pod web-0 -n shop`. Undefined if the line calls no kubectl. */
export function readCommand(line: string): KubectlCommand | undefined {
  if (line.length > lineMax) return undefined;
  const words = line.trim().split(/\s+/);
  // A prompt has a few words at most, and a user may be somebody else first.
  const start = words.slice(0, 8).findIndex((word) => programs.has(word));
  if (start === -1 || !isPrompt(words.slice(0, start)) || !argument.test(words[start + 1] ?? "")) return undefined;
  const end = words.findIndex((word, index) => index > start && /^[|;&>]/.test(word));
  const own = words.slice(start + 1, end === -1 ? words.length : end);
  return { described: describedIn(own), namespace: namespaceIn(own) };
}

/** In a sentence words stand before it that end in none of these. */
function isPrompt(words: readonly string[]): boolean {
  const last = words.at(-1);
  return last === undefined || last === "sudo" || last === "watch" || /[$#%>❯➜]$/.test(last) || words[0] === "➜";
}

function namespaceIn(words: readonly string[]): string | undefined {
  const at = words.findIndex((word) => word === "-n" || word === "--namespace");
  const found = at === -1 ? words.flatMap((word) => namespaceFlag.exec(word)?.[1] ?? [])[0] : words[at + 1];
  return found !== undefined && namespaceName.test(found) ? found : undefined;
}

function describedIn(words: readonly string[]): string | undefined {
  const at = words.indexOf("describe");
  const joined = /^(?:pods?|po)\/(\S{1,253})$/.exec(words[at + 1] ?? "")?.[1];
  const found = joined ?? (/^(?:pods?|po)$/.test(words[at + 1] ?? "") ? words[at + 2] : undefined);
  return at !== -1 && found !== undefined && podName.test(found) ? found : undefined;
}
