/**
 * How the server and the CLI read files that are not open: the project file and what it names.
 * Addresses are URIs as text. Undefined if it is not there or not readable; a read never rejects.
 */
export interface FileAccess {
  read(uri: string): Promise<string | undefined>;
  /** What is in a folder; absent: folders cannot be read here. A link to a folder counts as neither. */
  list?(uri: string): Promise<readonly FolderEntry[] | undefined>;
  /** As long as it is the same object, a file is as it was read before; absent: nothing is remembered. */
  readonly readings?: object;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder";
}
