import { formatsOf } from '../../lib/format.ts';
import { currentLocale } from '../../lib/i18n.ts';
import { showToast } from '../../ui/toast-store.ts';
import type { Look } from './looks.ts';
import { createNamer } from './pasted-name.ts';
import { text } from './texts.ts';
import type { Entry } from './transfer-engine.ts';

/** What a drop holds at its top. */
export type DroppedRoot = FileSystemEntry | File | null;

const ENTRIES_MAX = 100_000;
/** Each look is a message to the browser and back, and hardly any work. */
const LOOKS_AT_ONCE = 50;

/** Something dropped, or inside of it, that was not looked at yet. */
interface Visit {
  readonly entry: FileSystemEntry;
  readonly above: readonly string[];
}

interface Seen {
  readonly entries: readonly Entry[];
  readonly inside: readonly Visit[];
}

/**
 * What was dropped, as files and folders with their paths; empty folders included.
 * @see https://wicg.github.io/entries-api/
 */
export async function entriesOfDrop(roots: readonly DroppedRoot[], look: Look): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  const waiting: Visit[] = [];
  const nameOf = createNamer(new Date(), (time) => text('transfer.pastedImage', { time }));
  for (const root of roots) {
    if (root instanceof File) found.push({ kind: 'file', path: [nameOf(root)], file: root });
    else if (root !== null) waiting.push({ entry: root, above: [] });
  }
  while (waiting.length > 0 && found.length < ENTRIES_MAX && look.goOn(found.length)) {
    for (const { entries, inside } of await Promise.all(waiting.splice(0, LOOKS_AT_ONCE).map(visit))) {
      found.push(...entries);
      waiting.push(...inside);
    }
  }
  if (waiting.length > 0 && look.goOn(found.length)) tellOfRest(found.length);
  return found;
}

function tellOfRest(taken: number): void {
  const count = formatsOf(currentLocale()).number(taken);
  showToast({ key: 'transfer-rest', tone: 'danger', text: text('transfer.restLeft', { count }) });
}

async function visit({ entry, above }: Visit): Promise<Seen> {
  const path = [...above, entry.name];
  if (isFile(entry)) return { entries: [{ kind: 'file', path, file: await fileOf(entry) }], inside: [] };
  if (!isFolder(entry)) return { entries: [], inside: [] };
  const { children, isWhole } = await childrenOf(entry);
  const inside = children.map((child) => ({ entry: child, above: path }));
  // Shown as what could not be opened; beside it comes what was seen of it.
  if (!isWhole) return { entries: [{ kind: 'file', path, file: undefined }], inside };
  return { entries: children.length === 0 ? [{ kind: 'folder', path }] : [], inside };
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

/** Undefined when it went away, or may not be opened: it takes none of the others with it. */
function fileOf(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

/** Browsers hand out at most 100 children at a time; an empty answer is the end. A folder that may not be read takes no other one with it. */
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
    children.push(...some);
    // One more than are taken: that there are more is told.
    if (some.length === 0 || children.length > ENTRIES_MAX) return { children, isWhole: true };
  }
}
