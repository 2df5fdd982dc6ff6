import ignore from "ignore";

/** UTF-16 units. No path is longer. */
const patternLengthMax = 4000;
/** Each `**` tries all folders of a path, and within each of them the next one does. */
const wildFoldersMax = 3;
/** Folders of a path. Deeper is a loop of links. */
export const depthMax = 64;

/** Patterns as in a `.gitignore`. */
export interface IgnorePatterns {
  /** What the patterns say of a path relative to their folder, with slashes; undefined if there is nothing. That of a folder ends in a slash. */
  verdict(path: string): "ignored" | "kept" | undefined;
}

/** Whatever somebody writes is read, and a path is looked at in bounded time: patterns that take longer are left out. */
export function readIgnorePatterns(lines: readonly string[]): IgnorePatterns {
  const patterns = ignore({ allowRelativePaths: true }).add(lines.filter(isUsablePattern).join("\n"));
  return {
    verdict(path) {
      if (path === "" || path.split("/").length > depthMax) return undefined;
      const { ignored, unignored } = patterns.test(path);
      return ignored ? "ignored" : unignored ? "kept" : undefined;
    },
  };
}

export function isUsablePattern(pattern: string): boolean {
  return pattern.length <= patternLengthMax && pattern.split("**").length - 1 <= wildFoldersMax;
}
