import { URI } from "vscode-uri";
import { alertWords } from "../../manifest/documents/document.ts";
import { parseManifest } from "../../manifest/documents/parse.ts";
import type { FileAccess } from "../../schema/files/file-access.ts";
import { manifestsBelow } from "../../schema/files/workspace-files.ts";

/** A file with rules of Prometheus. */
export interface RuleFile {
  /** Path in its workspace folder. */
  readonly name: string;
  /** Its documents. What cannot be read of them is left out. */
  readonly values: readonly unknown[];
}

/** The rule files of the workspace. They are looked for when somebody asks, and again when files change. */
export interface RuleFiles {
  read(): Promise<readonly RuleFile[]>;
  clear(): void;
}

interface RuleFilesOptions {
  readonly files: FileAccess;
  readonly roots: () => readonly string[];
  /** What is typed counts, not what is on the disk. Undefined if the file is not open. */
  readonly openText: (uri: string) => string | undefined;
  readonly openUris: () => readonly string[];
  readonly watch: (uris: readonly string[]) => void;
}

/** More files are not looked at, and more rule files are not read. */
const lookedMax = 2000;
const readMax = 50;
const batchSize = 16;

export function createRuleFiles(options: RuleFilesOptions): RuleFiles {
  let found: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    async read() {
      found ??= find(options);
      const texts = new Map(await found);
      for (const uri of options.openUris()) texts.set(uri, options.openText(uri) ?? "");
      const wanted = [...texts].filter(([, text]) => hasAlertRules(text)).slice(0, readMax);
      return wanted.map(([uri, text]) => ({ name: nameOf(uri, options.roots()), values: valuesOf(text) }));
    },
    clear() {
      found = undefined;
    },
  };
}

async function find({ files, roots, watch }: RuleFilesOptions): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  let looked = 0;
  let batch: string[] = [];
  const readBatch = async (): Promise<void> => {
    const uris = batch;
    batch = [];
    const read = await Promise.all(uris.map(async (uri) => ({ uri, text: (await files.read(uri)) ?? "" })));
    for (const { uri, text } of read) if (hasAlertRules(text)) texts.set(uri, text);
  };
  for (const root of roots()) {
    for await (const uri of manifestsBelow(root, files)) {
      if (looked++ >= lookedMax) break;
      batch.push(uri);
      if (batch.length >= batchSize) await readBatch();
    }
  }
  await readBatch();
  watch([...texts.keys()]);
  return texts;
}

export function hasAlertRules(text: string): boolean {
  return alertWords.every((word) => word.test(text));
}

function valuesOf(text: string): readonly unknown[] {
  const { documents } = parseManifest(text, undefined, { all: true });
  return documents.flatMap(({ document }) => (document.problems.length === 0 ? [document.value()] : []));
}

function nameOf(uri: string, roots: readonly string[]): string {
  const root = roots.find((each) => uri.startsWith(`${each}/`));
  return root === undefined
    ? (uri.split("/").at(-1) ?? uri)
    : URI.parse(uri).path.slice(URI.parse(root).path.length + 1);
}
