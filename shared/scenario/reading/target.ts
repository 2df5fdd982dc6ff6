import { editDistance } from "../../basics/edit-distance.ts";
import type { AnswerTarget } from "../model.ts";
import { quote, type Token, tokenize } from "./lexer.ts";
import { example, type Wanted, word } from "./wanted.ts";

const probes: readonly { readonly word: string; readonly detail: string; readonly target: AnswerTarget }[] = [
  { word: "startup", detail: "the startup probe", target: { kind: "probe", type: "startup" } },
  { word: "liveness", detail: "the liveness probe", target: { kind: "probe", type: "liveness" } },
  { word: "readiness", detail: "the readiness probe", target: { kind: "probe", type: "readiness" } },
  { word: "postStart", detail: "the postStart hook", target: { kind: "hook", hook: "postStart" } },
  { word: "preStop", detail: "the preStop hook", target: { kind: "hook", hook: "preStop" } },
];

export const targetWords: readonly Wanted[] = [
  ...probes.map((probe) => word(probe.word, probe.detail)),
  example("", "", "the first word of an exec command"),
];

/** The probe or hook that a token names, or the exec command whose first word it is. `reserved`: words that need quotes. */
export function targetOf(token: Token, reserved: ReadonlySet<string>): AnswerTarget | undefined {
  if (token.kind === "quoted") return { kind: "exec", command: token.text };
  const probe = probes.find((each) => each.word.toLowerCase() === token.lower);
  if (probe !== undefined) return probe.target;
  return canStandBare(token, reserved) ? { kind: "exec", command: token.text } : undefined;
}

/** `liveness`, `preStop`, `pg_isready`, `"after"`. */
export function formatTarget(target: AnswerTarget, reserved: ReadonlySet<string>): string {
  if (target.kind === "probe") return target.type;
  if (target.kind === "hook") return target.hook;
  const [token] = tokenize(target.command);
  const readsBack = token?.text === target.command && targetOf(token, reserved)?.kind === "exec";
  return readsBack ? target.command : quote(target.command);
}

/** The probe word that `livness`, `livenessProbe` or `pre-stop` was meant to be: taken for a command, it would match nothing. */
export function probeWordLike(text: string): string | undefined {
  const bare = text.toLowerCase().replace(/probe$/, "");
  return probes.find((probe) => editDistance(bare, probe.word.toLowerCase(), 1) <= 1)?.word;
}

function canStandBare(token: Token, reserved: ReadonlySet<string>): boolean {
  if (token.kind !== "word" || reserved.has(token.lower) || probeWordLike(token.text) !== undefined) return false;
  return !/^(?:[-+\d×]|x\d)/i.test(token.text);
}
