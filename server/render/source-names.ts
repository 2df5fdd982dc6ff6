const comment = /^# Source: (\S.*)$/;

/** For each line of rendered text: the template that made its document, as Helm writes it above; undefined if nobody says it. */
export function sourceNames(lines: readonly string[]): readonly (string | undefined)[] {
  let name: string | undefined;
  return lines.map((line) => {
    if (line.startsWith("---")) name = undefined;
    else if (line.startsWith("# Source: ")) name = comment.exec(line)?.[1]?.trimEnd() ?? name;
    return name;
  });
}
