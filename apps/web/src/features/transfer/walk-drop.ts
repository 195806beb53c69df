import type { Entry } from './transfer-engine.ts';

/** What a drop holds at its top. */
export type DroppedRoot = FileSystemEntry | File | null;

const ENTRIES_MAX = 100_000;

/**
 * What was dropped, as files and folders with their paths; empty folders included.
 * @see https://wicg.github.io/entries-api/
 */
export async function entriesOfDrop(roots: readonly DroppedRoot[]): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  const waiting: { readonly entry: FileSystemEntry; readonly above: readonly string[] }[] = [];
  for (const root of roots) {
    if (root instanceof File) found.push({ kind: 'file', path: [root.name], file: root });
    else if (root !== null) waiting.push({ entry: root, above: [] });
  }
  for (
    let visit = waiting.shift();
    visit !== undefined && found.length < ENTRIES_MAX;
    visit = waiting.shift()
  ) {
    const { entry } = visit;
    const path = [...visit.above, entry.name];
    if (isFile(entry)) found.push({ kind: 'file', path, file: await fileOf(entry) });
    else if (isFolder(entry)) {
      const inside = await childrenOf(entry);
      if (inside.length === 0) found.push({ kind: 'folder', path });
      for (const child of inside) waiting.push({ entry: child, above: path });
    }
  }
  return found;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Browsers hand out at most 100 children at a time; an empty answer is the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0 || children.length >= ENTRIES_MAX) return children;
    children.push(...some);
  }
}
