import { documentationLines } from "./kubelet-documentation.data.ts";
import { valueLines } from "./kubelet-values.data.ts";

interface KubeletDocumentation {
  /** The command-line flag that says the same; undefined if there is none. */
  readonly flag: string | undefined;
  readonly text: string;
}

let byPath: ReadonlyMap<string, KubeletDocumentation> | undefined;
let byValue: ReadonlyMap<string, string> | undefined;

/** What a field of a KubeletConfiguration does, for people. The path is that of `KubeletField`. */
export function kubeletDocumentation(path: string): KubeletDocumentation | undefined {
  byPath ??= new Map(linesOf(documentationLines).map(decodeLine));
  return byPath.get(path);
}

/** Fields that have the same values as another one. */
const sameValues: Readonly<Record<string, string>> = {
  evictionSoft: "evictionHard",
  evictionSoftGracePeriod: "evictionHard",
  evictionMinimumReclaim: "evictionHard",
  kubeReserved: "systemReserved",
};

/** What a value of a field means, or a key of a field that is a map. */
export function kubeletValueDocumentation(path: string, value: string): string | undefined {
  byValue ??= new Map(
    linesOf(valueLines).map((line) => {
      const [field, name, ...words] = line.split(" ");
      return [`${field} ${name}`, words.join(" ")];
    }),
  );
  const field = Object.hasOwn(sameValues, path) ? sameValues[path] : path;
  return byValue.get(`${field} ${value}`);
}

function linesOf(text: string): readonly string[] {
  return text.trim().split("\n");
}

/** Reads `PATH FLAG TEXT`; `-`: there is no flag. */
function decodeLine(line: string): [string, KubeletDocumentation] {
  const [path = "", flag = "-", ...words] = line.split(" ");
  return [path, { flag: flag === "-" ? undefined : flag, text: words.join(" ") }];
}
