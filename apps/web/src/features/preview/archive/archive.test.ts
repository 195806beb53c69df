import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createTar, createZip } from '@coffer/testing/archives';
import { expect, test, vi } from 'vitest';
import { ITEMS_MAX, savedName } from './item.ts';
import { listTar, type TarSource } from './tar.ts';
import { gzipSourceOf, unpackedSource } from './tar-sources.ts';
import { openZip, type OpenZip } from './zip.ts';

async function open(bytes: Buffer): Promise<OpenZip & { readonly readBytes: () => number }> {
  let read = 0;
  const zip = await openZip(bytes.length, async (from, length) => {
    read += length;
    return new Uint8Array(bytes.subarray(from, from + length));
  });
  return { ...zip, readBytes: () => read };
}

async function listed(tar: Buffer, source: TarSource = sourceOf(tar)): ReturnType<typeof listTar> {
  return await listTar(source);
}

function sourceOf(bytes: Buffer): TarSource {
  return unpackedSource(new Blob([new Uint8Array(bytes)]).stream());
}

test('a zip is listed by its directory, and a file is extracted from it', async () => {
  const content = Buffer.from('Dear reader '.repeat(50_000));
  const zip = await open(createZip([{ name: 'a/' }, { name: 'a/letter.txt', content, isPacked: true }]));
  expect(zip.items).toMatchObject([
    { path: 'a/', kind: 'folder' },
    { path: 'a/letter.txt', kind: 'file', sizeBytes: content.length, isEncrypted: false },
  ]);
  const extracted = await zip.extract(1);
  expect(extracted instanceof Blob && (await extracted.text())).toBe(content.toString());
  expect(await zip.extract(0)).toBe('damaged');
  expect(await zip.extract(7)).toBe('damaged');
});

test('a zip bomb is listed without being unpacked, and not extracted', async () => {
  const bomb = createZip([
    { name: 'bomb', content: Buffer.alloc(50_000_000), isPacked: true, claimedSize: 4_000_000_000 },
  ]);
  const zip = await open(bomb);
  expect(zip.items[0]).toMatchObject({ sizeBytes: 4_000_000_000 });
  expect(await zip.extract(0)).toBe('large');
});

test('a file that unpacks to more than its declared size is not extracted', async () => {
  const content = Buffer.alloc(50_000_000);
  const zip = await open(createZip([{ name: 'liar', content, isPacked: true, claimedSize: 10 }]));
  expect(await zip.extract(0)).toBe('damaged');
});

test('an encrypted file is listed and not extracted', async () => {
  const zip = await open(
    createZip([{ name: 'secret', content: Buffer.from('x'.repeat(40)), isEncrypted: true }]),
  );
  expect(zip.items[0]).toMatchObject({ isEncrypted: true });
  expect(await zip.extract(0)).toBe('encrypted');
});

test('paths outside the archive are listed unchanged, and saved by their last part', async () => {
  const names = [
    '../../../etc/passwd',
    '/absolute',
    String.raw`C:\Windows\x.exe`,
    'same',
    'same',
    '__proto__',
  ];
  const zip = await open(createZip(names.map((name) => ({ name, content: Buffer.from('x') }))));
  expect(zip.items.map(({ path }) => path)).toEqual(names);
  expect(names.map(savedName)).toEqual(['passwd', 'absolute', 'x.exe', 'same', 'same', '__proto__']);
});

test.each([
  ['..', 'file'],
  ['/', 'file'],
  ['a/.hidden', 'hidden'],
  ['a/\u202egnp.exe', 'gnp.exe'],
  ['a\0b\n.txt', 'ab.txt'],
  ['', 'file'],
])('%j is saved as %s', (path, name) => {
  expect(savedName(path)).toBe(name);
});

test('a list of 100,001 files is truncated, after only the directory was read', async () => {
  const bytes = createZip(
    Array.from({ length: ITEMS_MAX + 1 }, (_, number) => ({ name: `${number}`, content: Buffer.alloc(100) })),
  );
  const zip = await open(bytes);
  expect(zip.items).toHaveLength(ITEMS_MAX);
  expect(zip.isTruncated).toBe(true);
  expect(zip.readBytes()).toBeLessThan(bytes.length / 2);
});

test.each([
  ['cut in the middle', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['without its end', (bytes: Buffer) => bytes.subarray(0, -22)],
  ['of noise', () => Buffer.alloc(10_000, 'noise')],
  ['with an end only', (bytes: Buffer) => bytes.subarray(-22)],
] as const)('a zip %s is rejected', async (_, spoil) => {
  const bytes = createZip([{ name: 'a', content: Buffer.alloc(1_000, 'x') }]);
  await expect(open(spoil(bytes))).rejects.toBeInstanceOf(Error);
});

test('a file whose bytes changed is not extracted', async () => {
  const bytes = createZip([{ name: 'a', content: Buffer.alloc(1_000, 'x') }]);
  bytes[500] = 0;
  expect(await (await open(bytes)).extract(0)).toBe('damaged');
});

test('a tar is listed with long names, sizes and dates', async () => {
  const long = 'deep/'.repeat(40);
  const extended = '30 path=ünïcode/näme.txt\n';
  const { items, isTruncated } = await listed(
    createTar([
      { name: 'folder/', type: 'folder' },
      { name: 'folder/a.txt', content: Buffer.alloc(700) },
      { name: 'x', type: 'longName', content: Buffer.from(`${long}\0`) },
      { name: 'short', content: Buffer.from('1') },
      {
        name: 'x',
        type: 'ahead',
        content: Buffer.from(extended.replace('30', String(Buffer.byteLength(extended)))),
      },
      { name: 'ascii', content: Buffer.from('22') },
    ]),
  );
  expect(isTruncated).toBe(false);
  expect(items.map(({ path, kind, sizeBytes }) => [path, kind, sizeBytes])).toEqual([
    ['folder/', 'folder', 0],
    ['folder/a.txt', 'file', 700],
    [long, 'folder', 0],
    ['ünïcode/näme.txt', 'file', 2],
  ]);
  expect(items[1]).toMatchObject({ offset: 1_024, modifiedMs: Date.UTC(2026, 9, 14) });
});

test('a compressed tar is listed', async () => {
  const packed = gzipSync(createTar([{ name: 'a', content: Buffer.alloc(3_000_000) }, { name: 'b' }]));
  const stream = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const { items } = await listTar(unpackedSource(stream));
  expect(items.map(({ path }) => path)).toEqual(['a', 'b']);
});

test('the time limit of a compressed tar does not include waiting for the store', async () => {
  for (const [storeMs, workMs, isTruncated] of [
    [15_000, 0, false],
    [0, 15_000, true],
  ] as const) {
    let nowMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const content = randomBytes(300_000);
    const packed = gzipSync(createTar([{ name: 'a', content }, { name: 'b', content }, { name: 'c' }]));
    let at = 0;
    const stored = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: (controller) => {
          nowMs += storeMs;
          if (at < packed.length) controller.enqueue(new Uint8Array(packed.subarray(at, at + 100_000)));
          else controller.close();
          at += 100_000;
        },
      },
      { highWaterMark: 0 },
    );
    const source = gzipSourceOf(stored);
    const listing = await listTar({
      ...source,
      read: async (length) => {
        nowMs += workMs;
        return await source.read(length);
      },
    });
    clock.mockRestore();
    expect(listing.isTruncated).toBe(isTruncated);
  }
});

test.each([
  ['cut in a content', createTar([{ name: 'a', content: Buffer.alloc(5_000) }]).subarray(0, 2_000)],
  ['cut in a header', createTar([{ name: 'a' }]).subarray(0, 300)],
  ['of noise', Buffer.alloc(2_000, 'noise')],
  ['with a size beyond its end', createTar([{ name: 'a', claimedSize: 8_000_000_000 }])],
  ['with a name without an end', createTar([{ name: 'x', type: 'longName', claimedSize: 1_000_000_000 }])],
] as const)('a tar %s is rejected', async (_, bytes) => {
  await expect(listed(bytes)).rejects.toBeInstanceOf(Error);
});

test('a tar with more files than a list shows is truncated', async () => {
  const one = createTar([{ name: 'a' }]).subarray(0, 512);
  const { items, isTruncated } = await listed(
    Buffer.concat(Array.from({ length: ITEMS_MAX + 1 }, () => one)),
  );
  expect(items).toHaveLength(ITEMS_MAX);
  expect(isTruncated).toBe(true);
});
