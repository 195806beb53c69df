import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GIB } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, ended } from './download.world.ts';
import {
  directoryEntryOf,
  endOf,
  footerOf,
  headerOf,
  sizeOfZip,
  type ZipEntry,
} from '../../lib/zip/zip-records.ts';
import { directoryOf } from './zip-reader.world.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coffer-zip-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
const modifiedAt = new Date('2026-03-04T05:06:08Z');
const entryOf = (path: string, sizeBytes: number): ZipEntry => ({
  path,
  sizeBytes,
  modifiedAt,
  isFolder: path.endsWith('/'),
});

function tailOf(entries: readonly ZipEntry[]): { readonly tail: Buffer; readonly offset: number } {
  let offset = 0;
  const lines: Uint8Array[] = [];
  for (const entry of entries) {
    lines.push(directoryEntryOf({ entry, offset, crc: 1 }));
    offset += headerOf(entry).length + entry.sizeBytes + footerOf(entry, 1).length;
  }
  const directory = Buffer.concat(lines);
  return { tail: Buffer.concat([directory, endOf(entries.length, offset, directory.length)]), offset };
}

const LARGE = [
  entryOf('small.txt', 3),
  entryOf('five gib.bin', 5 * GIB),
  entryOf('behind.txt', 7),
  entryOf('folder/', 0),
  entryOf('edge.bin', 2 ** 32 - 1),
];

test('sizes and offsets beyond 32 bits are kept', () => {
  const { tail, offset } = tailOf(LARGE);
  expect(sizeOfZip(LARGE)).toBe(offset + tail.length);
  const read = directoryOf(tail);
  expect(read.map(({ path, sizeBytes }) => ({ path, sizeBytes }))).toEqual(
    LARGE.map(({ path, sizeBytes }) => ({ path, sizeBytes })),
  );
  expect(read[2]?.offset).toBeGreaterThan(5 * GIB);
});

test.skipIf(!hasUnzip)('a foreign program lists them', () => {
  const { tail, offset } = tailOf(LARGE);
  const path = join(folder, 'large.zip');
  const file = openSync(path, 'w');
  ftruncateSync(file, offset);
  writeSync(file, tail, 0, tail.length, offset);
  closeSync(file);
  const { stdout, status } = spawnSync('unzip', ['-l', path], { encoding: 'utf8' });
  expect(status).toBe(0);
  for (const { path: name, sizeBytes } of LARGE)
    expect(stdout).toMatch(new RegExp(`^ *${sizeBytes} .* ${name}$`, 'm'));
});

test('more than 65,535 entries are kept', async () => {
  const names = Array.from({ length: 70_000 }, (_, index) => entryOf(`${index}.txt`, 0));
  const { tail } = tailOf(names);
  expect(directoryOf(tail)).toHaveLength(70_000);
});

test.skipIf(!hasUnzip)('a foreign program finds every byte, name and date', async () => {
  const { engine, roots, sinks } = createWorld({
    'Ordner ä': { '報告書.txt': 'report', '👩‍🚀.txt': 'x'.repeat(100_000), 'leer.txt': '' },
  });
  engine.start(roots, 'Files');
  await ended(engine, 'done');
  const path = join(folder, 'whole.zip');
  writeFileSync(path, Buffer.concat(sinks[0]?.bytes ?? []));
  const tested = spawnSync('unzip', ['-t', path], { encoding: 'utf8' });
  expect(tested.stdout + tested.stderr).toContain('No errors detected');
  const out = spawnSync('unzip', ['-Z', '-T', path], {
    encoding: 'utf8',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C.UTF-8' },
  });
  expect(out.stdout).toContain('20260304.050608');
  expect(out.stdout).toContain('報告書.txt');
});

test.each([['1969-12-31T00:00:00Z'], ['1979-06-01T00:00:00Z'], ['2150-01-01T00:00:00Z']])(
  'a date outside the DOS range (%s) does not break the zip file',
  (moment) => {
    const header = Buffer.from(headerOf({ ...entryOf('a', 0), modifiedAt: new Date(moment) }));
    const day = header.readUInt16LE(12);
    expect((day >> 5) & 15).toBeGreaterThanOrEqual(1);
    expect(day & 31).toBeGreaterThanOrEqual(1);
  },
);
