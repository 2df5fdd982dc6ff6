import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Short files that take long. One of them that begins last would keep one worker busy alone. */
const long = [
  "falsified/lost.test.ts",
  "falsified/altered.test.ts",
  "timelines/timelines.test.ts",
  "release/regular-expressions.test.ts",
];

/** A first run knows no times: Vitest then begins with the largest files, and this with the longest before them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects follow each other, so that a worker keeps its modules.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}

function isLong({ moduleId }: TestSpecification): boolean {
  return long.some((name) => moduleId.endsWith(name));
}
