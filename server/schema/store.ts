import { type Display, parseEditorSettings } from "./editor-settings.ts";
import { cachedFiles } from "./files/cached-files.ts";
import type { FileAccess } from "./files/file-access.ts";
import { isSettingsFile } from "./files/settings-files.ts";
import type { ResolvedSettings, SettingsProblem } from "./model.ts";
import { resolveSettings } from "./resolve.ts";

/** Everything that settings say about one file. */
export interface FileSettings {
  readonly resolved: ResolvedSettings;
  readonly display: Display;
}

export interface SettingsStore {
  /** What applies to a file; the same object until `clear`. */
  of(uri: string): Promise<FileSettings>;
  /** The same for a file that is not open: read quietly, not kept, with the settings of its workspace folder. */
  ofClosed(uri: string): Promise<FileSettings>;
  /** Settings, a project file or a file that it names changed: everything is read again when asked for. */
  clear(): void;
  /** The file was closed. */
  forget(uri: string): void;
  /** Whether settings were read from the file, or would be. */
  isSource(uri: string): boolean;
  readonly files: FileAccess;
}

export interface SettingsSources {
  /** The section `podCadence` for a file, as the client has it. */
  section(uri: string): Promise<unknown>;
  /** The workspace folder of a file. */
  rootOf(uri: string): string | undefined;
  /** The file whose settings apply to a document that is none itself, such as rendered output; undefined means its own. */
  standsFor?(uri: string): string | undefined;
  readonly files: FileAccess;
  /** Told once per reading; the same problem can come again. */
  report(problems: readonly SettingsProblem[]): void;
  /** Files that the settings came from; reported once per reading. */
  watch(uris: readonly string[]): void;
}

/** Settings are read per resource and kept per file, so that a keystroke asks nobody. */
export function createSettingsStore(sources: SettingsSources): SettingsStore {
  const files = cachedFiles(sources.files);
  const settingsByUri = new Map<string, Promise<FileSettings>>();
  const sourceUris = new Set<string>();
  const sections = new Map<string, Promise<unknown>>();
  const sectionOf = (folderUri: string) => {
    const section = sections.get(folderUri) ?? sources.section(folderUri);
    sections.set(folderUri, section);
    return section;
  };
  return {
    files,
    of(uri) {
      const settings = settingsByUri.get(uri) ?? read(uri, sources, files, sourceUris);
      settingsByUri.set(uri, settings);
      return settings;
    },
    async ofClosed(uri) {
      const rootUri = sources.rootOf(uri);
      return (await resolve(uri, await sectionOf(rootUri ?? uri), rootUri, files)).settings;
    },
    clear() {
      settingsByUri.clear();
      sections.clear();
      files.clear();
    },
    forget: (uri) => void settingsByUri.delete(uri),
    isSource: (uri) => sourceUris.has(uri) || isSettingsFile(uri),
  };
}

async function read(
  uri: string,
  sources: SettingsSources,
  files: FileAccess,
  sourceUris: Set<string>,
): Promise<FileSettings> {
  const other = sources.standsFor?.(uri);
  const file = other ?? uri;
  const { settings, problems } = await resolve(file, await sources.section(file), sources.rootOf(file), files);
  const { resolved } = settings;
  const readFrom = [
    ...(resolved.project === undefined ? [] : [resolved.project.uri]),
    ...resolved.reads,
    ...(resolved.kustomize?.reads ?? []),
  ];
  for (const source of readFrom) sourceUris.add(source);
  sources.watch(readFrom);
  sources.report([...problems, ...resolved.problems]);
  // Somebody asked for it, also where the sources of charts are ignored.
  return other === undefined ? settings : { ...settings, resolved: { ...resolved, ignored: false } };
}

async function resolve(
  uri: string,
  section: unknown,
  rootUri: string | undefined,
  files: FileAccess,
): Promise<{ settings: FileSettings; problems: readonly SettingsProblem[] }> {
  const { value, problems } = parseEditorSettings(section);
  const { overrides, display } = value;
  const input = { fileUri: uri, rootUri, baseUri: rootUri, overrides, projectFile: "find" } as const;
  return { settings: { resolved: await resolveSettings(input, files), display }, problems };
}
