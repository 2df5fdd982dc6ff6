import { documentationLines } from "./kubelet-documentation.data.ts";

export interface KubeletDocumentation {
  /** The command-line flag that says the same; undefined: there is none. */
  readonly flag: string | undefined;
  readonly text: string;
}

let byPath: ReadonlyMap<string, KubeletDocumentation> | undefined;

/** What a field of a KubeletConfiguration does, for people. The path is that of `KubeletField`. */
export function kubeletDocumentation(path: string): KubeletDocumentation | undefined {
  byPath ??= new Map(documentationLines.trim().split("\n").map(decodeLine));
  return byPath.get(path);
}

/** Reads `PATH FLAG TEXT`; `-`: there is no flag. */
function decodeLine(line: string): [string, KubeletDocumentation] {
  const [path = "", flag = "-", ...words] = line.split(" ");
  return [path, { flag: flag === "-" ? undefined : flag, text: words.join(" ") }];
}
