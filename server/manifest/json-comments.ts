/** A JSON text whose comments are blanks: all offsets stay. Editors allow comments there, and YAML does not know them. */
export function blankJsonComments(text: string): string {
  // Each alternative takes what is not closed, too, so that nothing is looked at twice.
  return text.replace(/"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?/g, (found) =>
    found.startsWith('"') ? found : found.replace(/[^\r\n]/g, " "),
  );
}
