import { afterEach, expect, test } from 'vitest';
import { dismissAllToasts, listToasts } from '../../../ui/feedback/toast-store.ts';
import { startScan } from './file-scan.ts';
import type { UploadEntry } from '../model/transfer-engine.ts';
import { entriesOfDrop } from './scan-drop.ts';

afterEach(dismissAllToasts);

const AT_ONCE = 100;

function fileEntry(name: string): FileSystemEntry {
  const file = (found: (file: File) => void): void => found(new File(['x'], name));
  return Object.assign(entryOf(name), { isFile: true, file });
}

function folderEntry(
  name: string,
  children: readonly FileSystemEntry[],
  { readable = Infinity, atOnce = AT_ONCE } = {},
): FileSystemEntry {
  let at = 0;
  const readEntries = (
    found: (some: readonly FileSystemEntry[]) => void,
    failed: (cause: DOMException) => void,
  ): void => {
    const some = children.slice(at, Math.min(at + atOnce, readable));
    at += some.length;
    if (some.length === 0 && at >= readable)
      failed(new DOMException('it may not be read', 'NotReadableError'));
    else found(some);
  };
  return Object.assign(entryOf(name), { isDirectory: true, createReader: () => ({ readEntries }) });
}

function entryOf(name: string): FileSystemEntry {
  const filesystem: FileSystem = Object.assign(Object.create(null), { name: 'drop' });
  return {
    name,
    fullPath: `/${name}`,
    isFile: false,
    isDirectory: false,
    filesystem,
    getParent: () => undefined,
  };
}

async function walked(...roots: readonly FileSystemEntry[]): Promise<readonly UploadEntry[]> {
  const scan = startScan();
  try {
    return await entriesOfDrop(roots, scan);
  } finally {
    scan.end();
  }
}

function pathsOf(entries: readonly UploadEntry[]): readonly string[] {
  return entries.map((entry) => {
    const isUnreadable = entry.kind === 'file' && entry.file === undefined;
    return `${entry.kind} ${entry.path.join('/')}${isUnreadable ? ' (unreadable)' : ''}`;
  });
}

test('files and empty folders keep their paths', async () => {
  const tree = folderEntry('album', [fileEntry('a.txt'), folderEntry('empty', [])]);
  expect(pathsOf(await walked(tree, fileEntry('b.txt')))).toEqual([
    'file b.txt',
    'file album/a.txt',
    'folder album/empty',
  ]);
});

test('an unreadable folder is reported without affecting others', async () => {
  const closed = folderEntry('closed', [], { readable: 0 });
  const half = folderEntry(
    'half',
    Array.from({ length: 150 }, (_, number) => fileEntry(`${number}`)),
    { readable: 100 },
  );
  const found = pathsOf(
    await walked(folderEntry('album', [fileEntry('a.txt'), closed, half]), fileEntry('b')),
  );
  expect(found).toContain('file album/closed (unreadable)');
  expect(found).toContain('file album/half (unreadable)');
  expect(found.filter((path) => path.startsWith('file album/half/'))).toHaveLength(100);
  expect(found).toContain('file album/a.txt');
  expect(found).toContain('file b');
});

test.each([
  [100_000, []],
  [100_001, [expect.stringContaining('were added. Drop the rest separately.')]],
])('a folder of %d files is truncated at the limit, with a message', async (count, messages) => {
  const files = Array.from({ length: count }, (_, number) => fileEntry(`${number}`));
  expect(await walked(folderEntry('heap', files))).toHaveLength(100_000);
  expect(listToasts().map(({ text }) => text)).toEqual(messages);
});

test('a huge folder that a browser lists in one answer is read too', async () => {
  const files = Array.from({ length: 200_000 }, (_, number) => fileEntry(`${number}`));
  expect(await walked(folderEntry('heap', files, { atOnce: Infinity }))).toHaveLength(100_000);
});

test('a cancelled scan shows no message', async () => {
  const scan = startScan();
  scan.end();
  const files = Array.from({ length: 200 }, (_, number) => fileEntry(`${number}`));
  expect(await entriesOfDrop([folderEntry('heap', files)], scan)).toEqual([]);
  expect(listToasts()).toEqual([]);
});
