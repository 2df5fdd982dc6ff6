/**
 * Names, reasons and messages that mean harm. Whatever shows text of a manifest or of a cluster is tried with each of them: hovers,
 * lenses, hints, problems, the tree, the panel, the terminal, JSON, and exports.
 */
export const hostileTexts = {
  "a picture from elsewhere": "![i](https://evil.example/x.png)",
  "a link that is a command": "[l](command:workbench.action.quit)",
  "the end of a link, and a picture": "x)![i](https://evil.example/x.png)",
  "a picture in code": "`![i](https://evil.example/x.png)`",
  "a picture behind a fence": "``` ![i](https://evil.example/x.png)",
  HTML: "<img src='https://evil.example/x.png'>",
  "HTML that ends an element": '"></text></svg><script>alert(1)</script>',
  "a bare address": "https://evil.example",
  "a table, a heading and a list": "a | b\n\n# www.evil.example\n\n- me@evil.example",
  "an escaped picture": "\\![i](https://evil.example/x.png)",
  "an icon": "$(zap) $(sync~spin)",
  "a variable of VS Code": "$" + "{command:workbench.action.quit}",
  "colors and a title of a terminal": "\u001b[31mred\u001b[0m \u001b]0;title\u0007 \u001b[8mhidden",
  "a cleared screen": "\u001b[2J\u001b[1;1H",
  "the same with one letter": "\u009b31mred\u009b2J",
  "the order of letters turned around": "web\u202e1-exe\u202c \u2066isolated\u2069 \u200f",
  "lines of their own": "web\r\nNAME READY\u2028fake   1/1\u2029 \u0085 \u000b",
  "a bell and a backspace": "web\u0007\b\b\b\u007f",
  "letters that nobody sees": "we\u200bb\u00ad\u2060\ufeff \u{e0001}\u{e0041}",
  "half a letter": "web\ud800",
  "a command of GitHub": "web\n::stop-commands::x\r\n::set-output name=a::b%0A",
  "entities, and a link that is a reference": "&#60;img src=x&#62; [evil]: https://evil.example [evil]",
  "very long": `web-${"x".repeat(20_000)}`,
} as const satisfies Readonly<Record<string, string>>;

/** As a scalar that every reader of YAML and JSON takes. */
export function written(text: string): string {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (letter) => {
    return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
