import { createHash, randomBytes } from 'node:crypto';
import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { sha256Of } from '../../live.world.ts';
import { damageOf, type Expected, readContent } from './content.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

function expectedOf(bytes: Buffer): Expected {
  const hashes = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, part) =>
    createHash('sha256')
      .update(bytes.subarray(part * 1_000, (part + 1) * 1_000))
      .digest(),
  );
  const isOne = bytes.length <= 1_000;
  const composite = createHash('sha256').update(Buffer.concat(hashes)).digest('base64');
  return {
    sizeBytes: bytes.length,
    sha256: isOne ? sha256Of(bytes) : `${composite}-${hashes.length}`,
    partSizeBytes: 1_000,
  };
}

const judge = async (bytes: Buffer, expected: Expected, size: number) =>
  damageOf(await readContent(pieces(bytes, size), expected), expected);

const CORRUPTIONS: readonly ((bytes: Buffer, at: number) => Buffer)[] = [
  (bytes, at) => {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    return changed;
  },
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.alloc(bytes.length - at)]),
  (bytes) => Buffer.concat([bytes.subarray(1_000, 2_000), bytes.subarray(0, 1_000), bytes.subarray(2_000)]),
  (bytes, at) => Buffer.concat([bytes, bytes.subarray(0, at + 1)]),
];

test('a thousand corruptions are all found, and ten thousand clean contents raise no alarm', {
  timeout: 600_000,
}, async () => {
  let found = 0;
  for (let round = 0; round < 1_000; round += 1) {
    const bytes = randomBytes(2_001 + (round % 3_000));
    const corrupt = defined(CORRUPTIONS[round % CORRUPTIONS.length], 'a way');
    const changed = corrupt(bytes, (round * 7_919) % bytes.length);
    if ((await judge(changed, expectedOf(bytes), 1 + (round % 1_500))) !== undefined) found += 1;
  }
  expect(found).toBe(1_000);
  let accused = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const bytes = randomBytes(round % 3_100);
    if ((await judge(bytes, expectedOf(bytes), 1 + (round % 1_500))) !== undefined) accused += 1;
  }
  expect(accused).toBe(0);
});
