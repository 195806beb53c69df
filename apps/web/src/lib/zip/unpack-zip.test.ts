import { createZip } from '@coffer/testing/archives';
import { expect, test } from 'vitest';
import { packZip } from './pack-zip.ts';
import { type UnpackLimits, unpackZip } from './unpack-zip.ts';

const MIB = 1_024 * 1_024;
const LIMITS: UnpackLimits = { parts: 100, partBytes: 4 * MIB, totalBytes: 8 * MIB };
const read = async (archive: Buffer) => await unpackZip(new Uint8Array(archive), LIMITS);
const zeros = (mib: number): Buffer => Buffer.alloc(mib * MIB);

test('repacked archives have the same parts', async () => {
  const parts = await read(
    createZip([
      { name: 'folder/' },
      { name: 'folder/a.xml', content: Buffer.from('<a/>'), isPacked: true },
      { name: '/rooted.txt', content: Buffer.from('text') },
    ]),
  );
  if (typeof parts === 'string') throw new Error(parts);
  expect([...parts.keys()]).toEqual(['folder/a.xml', 'rooted.txt']);
  expect(await unpackZip(packZip(parts), LIMITS)).toEqual(parts);
});

test.each([
  ['no zip', Buffer.from('no zip at all'), 'damaged'],
  ['an empty file', Buffer.alloc(0), 'damaged'],
  ['a part beyond the limit', createZip([{ name: 'a', content: zeros(5), isPacked: true }]), 'large'],
  [
    'parts that are too much together',
    createZip(['a', 'b', 'c'].map((name) => ({ name, content: zeros(3), isPacked: true }))),
    'large',
  ],
  ['too many parts', createZip(Array.from({ length: 101 }, (_, at) => ({ name: `${at}` }))), 'large'],
  ['a password', createZip([{ name: 'a', content: zeros(1), isEncrypted: true }]), 'encrypted'],
] as const)('of %s, nothing is unpacked', async (_, archive, why) => {
  expect(await read(archive)).toBe(why);
});

test('a directory that lies about sizes does not fill the memory', async () => {
  const before = process.memoryUsage().rss;
  const content = zeros(128);
  const lying = createZip([{ name: 'a', content, isPacked: true, claimedSize: 10 }]);
  expect(['damaged', 'large']).toContain(await read(lying));
  expect(process.memoryUsage().rss - before - content.length).toBeLessThan(128 * MIB);
});

test('an archive of an archive is one part', async () => {
  const inner = createZip([{ name: 'bomb', content: zeros(5), isPacked: true }]);
  const parts = await read(createZip([{ name: 'inner.zip', content: inner }]));
  expect(parts).toEqual(new Map([['inner.zip', new Uint8Array(inner)]]));
});
