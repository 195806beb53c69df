import { expect, test } from 'vitest';
import { SmallBodyWriter } from './blobs/body-writer.ts';
import { ManifestCache } from './manifest-cache.ts';
import { splitRecord, writeRecordWithBytes } from './durable/record-file.ts';
import type { ObjectManifest } from './records.ts';

const MANIFEST: ObjectManifest = {
  version: 1,
  id: '0'.repeat(32),
  bucket: 'files',
  key: 'a',
  sizeBytes: 10,
  etag: '0'.repeat(32),
  modifiedAt: '2026-11-22T10:00:00.000Z',
  description: { headers: {}, metadata: {} },
  parts: [],
};
const LIMITS = { partsMax: 50_000, inlineBytesMax: 64 };

async function received(bytes: Uint8Array): Promise<Buffer> {
  const blobs = { create: () => Promise.reject(new Error('ten bytes need no blob')) };
  const writer = new SmallBodyWriter(blobs, 64);
  await writer.append(bytes.subarray(0, 4));
  await writer.append(bytes.subarray(4));
  const sealed = writer.seal();
  if (!('inline' in sealed)) throw new Error('ten bytes stay in memory');
  return sealed.inline;
}

test('cached bytes use no more memory than is counted', async () => {
  const bytes = Buffer.from('0123456789');
  const written = await received(bytes);
  const { bytes: read } = splitRecord(writeRecordWithBytes(MANIFEST, bytes));
  for (const inline of [written, read]) {
    expect(inline?.buffer.byteLength).toBeGreaterThan(bytes.length);
    const cache = new ManifestCache(LIMITS);
    cache.set('files/a', { manifest: MANIFEST, ...(inline === undefined ? {} : { inline }) });
    const kept = cache.get('files/a');
    expect(kept).toEqual({ manifest: MANIFEST, inline: bytes });
    expect(kept?.inline?.buffer.byteLength).toBe(bytes.length);
  }
});

test('the least recently used records are evicted when the bytes exceed the limit', () => {
  const cache = new ManifestCache(LIMITS);
  const set = (name: string): void => cache.set(name, { manifest: MANIFEST, inline: Buffer.alloc(30) });
  for (const name of ['first', 'second']) set(name);
  cache.get('first');
  set('third');
  expect(['first', 'second', 'third'].map((name) => cache.get(name) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
});
