/** Something that is possible at a place. */
export interface Wanted {
  /** Can be inserted there. */
  readonly label: string;
  readonly detail: string;
  /** Its name in messages, if that is not the label; several labels with the same name are listed once. */
  readonly name: string | undefined;
  /** Listed after everything else. */
  readonly isLast: boolean;
  /** An example of what must follow it: ` 90s`. */
  readonly tail?: string;
}

export function word(label: string, detail: string): Wanted {
  return { label, detail, name: undefined, isLast: false };
}

export function example(label: string, detail: string, name: string): Wanted {
  return { label, detail, name, isLast: false };
}
