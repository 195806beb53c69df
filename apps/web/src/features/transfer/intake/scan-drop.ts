import { formatsOf } from '../../../lib/language/format.ts';
import { currentLocale } from '../../../lib/language/i18n.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import type { FileScan } from './file-scan.ts';
import { createPasteNamer } from './pasted-name.ts';
import { text } from './texts.ts';
import type { UploadEntry } from '../model/transfer-engine.ts';

export type DroppedRoot = FileSystemEntry | File | null;

const ENTRIES_MAX = 100_000;
/** Visiting an entry takes an IPC round trip and little work, so many run in parallel. */
const VISITS_AT_ONCE = 50;

interface Visit {
  readonly entry: FileSystemEntry;
  readonly parents: readonly string[];
}

interface Visited {
  readonly entries: readonly UploadEntry[];
  readonly children: readonly Visit[];
}

/**
 * Files and folders of a drop with their paths, including empty folders.
 * @see https://wicg.github.io/entries-api/
 */
export async function entriesOfDrop(
  roots: readonly DroppedRoot[],
  scan: FileScan,
): Promise<readonly UploadEntry[]> {
  const found: UploadEntry[] = [];
  const waiting: Visit[] = [];
  const nameOf = createPasteNamer(new Date(), (time) => text('transfer.pastedImage', { time }));
  for (const root of roots) {
    if (root instanceof File) found.push({ kind: 'file', path: [nameOf(root)], file: root });
    else if (root !== null) waiting.push({ entry: root, parents: [] });
  }
  while (waiting.length > 0 && found.length < ENTRIES_MAX && scan.report(found.length)) {
    for (const { entries, children } of await Promise.all(waiting.splice(0, VISITS_AT_ONCE).map(visit))) {
      found.push(...entries);
      for (const child of children) waiting.push(child);
    }
  }
  if (waiting.length > 0 && scan.report(found.length)) reportTruncation(found.length);
  return found;
}

function reportTruncation(added: number): void {
  const count = formatsOf(currentLocale()).number(added);
  showToast({ key: 'transfer-rest', tone: 'danger', text: text('transfer.scan.truncated', { count }) });
}

async function visit({ entry, parents }: Visit): Promise<Visited> {
  const path = [...parents, entry.name];
  if (isFile(entry)) return { entries: [{ kind: 'file', path, file: await fileOf(entry) }], children: [] };
  if (!isFolder(entry)) return { entries: [], children: [] };
  const { children, isWhole } = await childrenOf(entry);
  const visits = children.map((child) => ({ entry: child, parents: path }));
  // The folder is reported as an unreadable file. Its children that could be read are uploaded.
  if (!isWhole) return { entries: [{ kind: 'file', path, file: undefined }], children: visits };
  return { entries: children.length === 0 ? [{ kind: 'folder', path }] : [], children: visits };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Resolves to undefined if the file is missing or access is denied. */
function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

/**
 * Browsers return at most 100 children per call, and an empty list at the end. An unreadable folder does not stop the
 * others.
 */
async function childrenOf(
  folder: FileSystemDirectoryEntry,
): Promise<{ readonly children: readonly FileSystemEntry[]; readonly isWhole: boolean }> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[] | undefined>((resolve) =>
      reader.readEntries(resolve, () => resolve(undefined)),
    );
    if (some === undefined) return { children, isWhole: false };
    // Some browsers return everything at once, which may be more than a call takes as arguments.
    for (const child of some) children.push(child);
    // Reads past the maximum, so that the excess is detected.
    if (some.length === 0 || children.length > ENTRIES_MAX) return { children, isWhole: true };
  }
}
