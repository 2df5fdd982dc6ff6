/** A shell script that is nothing but a loop around a command. */
export interface ShellLoop {
  /** Position of the command in the script. */
  readonly start: number;
  readonly end: number;
  /** The exit codes of the command after which it runs again; after any other the script ends with that code. */
  readonly again: "any" | { readonly operator: "In" | "NotIn"; readonly values: readonly number[] };
}

/** One way to read each part of a script, so that a mismatch is found in few steps: blanks before an end belong to no word. */
const blank = String.raw`[^\S\n]`;
const end = String.raw`${blank}*[;\n]\s*`;
const pause = String.raw`sleep${blank}+\d+(?:\.\d+)?[smhd]?`;
const plainWord = String.raw`(?:[^\s;&|<>$\`]|\$(?!\())+`;
/** What is done between two runs, and does nothing that a kubelet would not do. */
const waiting = `(?:(?:${pause}|echo(?:${blank}+${plainWord})*|date|:|true)${end})*`;
const forever = String.raw`while\s+(?:true|:|\[\s+1\s+\]|/bin/true)${end}do\s+`;
const command = String.raw`(?<command>\S(?:(?:.|\n)*?\S)??)`;
const done = String.raw`done\s*(?:;\s*)?`;
const variable = String.raw`(?<name>[A-Za-z_]\w*)=\$\?`;
const same = String.raw`"?\$\{?\k<name>\}?"?`;
const exit = String.raw`exit\s+${same}`;

const isOne = String.raw`\[\s+${same}\s+(?:-eq|=)\s+\d+\s+\]`;
const isOther = String.raw`\[\s+${same}\s+(?:-ne|!=)\s+\d+\s+\]`;
const between = end + waiting + done;
const kept = forever + command + end + variable + end;
const thenExit = String.raw`${end}then\s+${exit}${end}fi`;

const notZero = { operator: "NotIn", values: [0] } as const;

/** The shapes in which people write it, and what makes the command run again. */
const forms: readonly (readonly [pattern: RegExp, again: (groups: Groups) => ShellLoop["again"]])[] = [
  [form(String.raw`until\s+${command}${end}do\s+${waiting}${done}`), () => notZero],
  [form(String.raw`while\s+!\s+(?<command>[^\s(](?:[^;&|\n]*?[^\s;&|])??)${end}do\s+${waiting}${done}`), () => notZero],
  [form(String.raw`${forever}${command}\s*&&\s*(?:break|exit(?:\s+0)?)${between}`), () => notZero],
  [form(String.raw`${forever}if\s+${command}${end}then\s+(?:break|exit\s+0)${end}fi${between}`), () => notZero],
  [form(String.raw`${forever}${command}\s*\|\|\s*exit\s+\$\?${between}`), () => ({ operator: "In", values: [0] })],
  [form(String.raw`${kept}(?<tests>(?:${isOne}\s*\|\|\s*)+)${exit}${between}`), codes("In")],
  [form(String.raw`${kept}(?<tests>${isOther})\s*&&\s*${exit}${between}`), codes("In")],
  [form(String.raw`${kept}if\s+(?<tests>${isOther})${thenExit}${between}`), codes("In")],
  [form(String.raw`${kept}(?<tests>${isOne})\s*&&\s*${exit}${between}`), codes("NotIn")],
  [form(String.raw`${kept}if\s+(?<tests>${isOne})${thenExit}${between}`), codes("NotIn")],
  [form(`${forever}${command}${end}(?:(?<pause>${pause})${end})?${done}`), () => "any"],
];

/** With a longer one the loop is a schedule, and no wait after a failure: the first back-off of a kubelet. */
const pauseSecondsMax = 10;

/** What is over in a moment is meant to be done every now and then, not to be kept running. */
const momentary = /^(?:echo|printf|date|df|du|ls|cat|ps|env|touch|curl|wget|ping|kubectl)\b/;

/** Nobody writes a longer one of these shapes. */
const lengthMax = 1000;

/** The loop, if the script is one of a few shapes that mean the same as a kubelet's restarts. */
export function readShellLoop(script: string): ShellLoop | undefined {
  if (script.length > lengthMax) return undefined;
  for (const [pattern, again] of forms) {
    const match = pattern.exec(script);
    const range = match?.indices?.groups?.["command"];
    if (match === null || range === undefined) continue;
    const groups = match.groups ?? {};
    const loop = { start: range[0], end: range[1], again: again(groups) };
    const run = groups["command"] ?? "";
    const isSchedule = loop.again === "any" && (momentary.test(run) || !isShort(groups["pause"]));
    return isPlainCommand(run) && !isSchedule ? loop : undefined;
  }
  return undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function form(pattern: string): RegExp {
  return new RegExp(String.raw`^\s*${pattern}$`, "d");
}

function codes(operator: "In" | "NotIn") {
  return ({ tests = "" }: Groups): ShellLoop["again"] => {
    const values = [...tests.matchAll(/(?<!\d)(\d+)\s+\]/g)].map(([, code]) => Number(code));
    return { operator, values };
  };
}

/** Words that mean something to the loop around them, or leave something running behind the command. */
function isPlainCommand(command: string): boolean {
  return (
    !/(?:^|[\s;&|({])(?:break|continue|exit|return|while|until|for|case|select|trap|wait|exec|set|do|done)(?=$|[\s;&|)}])/.test(
      command,
    ) &&
    !/(?<![&>|])&(?![&>\d])/.test(command) &&
    !/\$\?|<<|#/.test(command)
  );
}

function isShort(pause: string | undefined): boolean {
  if (pause === undefined) return true;
  const [, amount = "", unit = ""] = /(?<![\d.])([\d.]+)([smhd]?)$/.exec(pause) ?? [];
  return (unit === "" || unit === "s") && Number(amount) <= pauseSecondsMax;
}
