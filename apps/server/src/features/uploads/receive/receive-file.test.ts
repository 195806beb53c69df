import { NodeId } from '@coffer/contracts';
import { beforeAll, expect, test } from 'vitest';
import {
  BUCKET,
  CREDENTIAL,
  errorOf,
  ORIGIN,
  type Owner,
  REGION,
  startLiveWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../../live.world.ts';
import type { Blobs, IntegrityLevel } from '../../../platform/blobs/blobs.ts';
import { createS3Blobs } from '../../../platform/blobs/s3-blobs.ts';
import { receiveFile } from './receive-file.ts';

let world: World;
let store: StoreWorld;
let owner: Owner;
beforeAll(async () => {
  const live = await startLiveWorld();
  ({ world, store, owner } = live);
  return async () => await live[Symbol.asyncDispose]();
});

async function blobsAt(level: IntegrityLevel): Promise<Blobs> {
  const known = { level, isEtagMd5: level === 2, takesForms: false, takesBundles: false };
  const clock = { now: () => new Date() };
  const place = {
    endpoint: store.url,
    publicEndpoint: store.url,
    region: REGION,
    bucket: BUCKET,
    prefix: 'coffer',
  };
  const { log } = world.services;
  return valueOf(
    await createS3Blobs({
      ...place,
      ...CREDENTIAL,
      forcePathStyle: true,
      clock,
      log,
      corsOrigin: ORIGIN,
      known,
    }),
  );
}

/** Yields the bytes in pieces that do not match the part size. */
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_521)
    yield await Promise.resolve(bytes.subarray(at, at + 65_521));
}

const receive = async (blobs: Blobs, { sizeBytes, bytes }: { sizeBytes: number; bytes: Buffer }) =>
  await receiveFile({ ...world.services, blobs }, owner.person, {
    parentId: NodeId.parse(owner.rootId),
    name: 'received.bin',
    mediaType: '',
    modifiedAt: '2029-05-06T07:08:09.000Z',
    conflict: 'replace',
    sizeBytes,
    bytes: pieces(bytes),
  });

test.each([1, 2, 3] as const)('whole files arrive at level %i', async (level) => {
  const blobs = await blobsAt(level);
  for (const sizeBytes of [0, 1, 8 * 2 ** 20 + 1]) {
    const bytes = Buffer.alloc(sizeBytes, 'abcdefg');
    const node = valueOf(await receive(blobs, { sizeBytes, bytes }));
    const { key } = await world.services.db
      .selectFrom('version')
      .innerJoin('blob', 'blob.id', 'version.blob_id')
      .select('blob.key')
      .where('version.id', '=', node.versionId)
      .executeTakeFirstOrThrow();
    const read = valueOf(await blobs.read(key));
    const chunks: Uint8Array[] = [];
    for await (const chunk of read?.bytes ?? []) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
  }
});

test.each([
  ['a small one', 5, 4],
  ['a small one', 5, 6],
  ['a large one', 9_000_000, 8_900_000],
  ['a large one', 9_000_000, 9_000_001],
])(
  'a body of another length than %s announces (%i) is refused, and its room is free',
  async (_, sizeBytes, length) => {
    const bytes = Buffer.alloc(length);
    expect(errorOf(await receive(store.blobs, { sizeBytes, bytes })).code).toBe('body_broken');
    const space = await world.services.db
      .selectFrom('space')
      .select('reserved_bytes')
      .where('id', '=', owner.spaceId)
      .executeTakeFirstOrThrow();
    expect(space.reserved_bytes).toBe(0);
  },
);
