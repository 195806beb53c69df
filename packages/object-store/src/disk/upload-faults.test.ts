import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { openDirectStore } from '../testing/direct-store.world.ts';
import { BUCKET, bytes, type LiveStore } from '../testing/live-store.world.ts';
import { layoutOf } from './layout.ts';
import { at, flip, start } from './packs/packed-store.world.ts';

test('parts of an upload that ends during a scrub do not count as damage', async () => {
  const direct = await openDirectStore();
  const begun = await direct.send('POST', 'parts', { query: [['uploads', '']] });
  const uploadId = /<UploadId>(\w+)</.exec(String(await begun.body()))?.[1] ?? '';
  for (const number of ['1', '2', '3']) {
    const query = [
      ['partNumber', number],
      ['uploadId', uploadId],
    ] as const;
    expect((await direct.send('PUT', 'parts', { query, body: bytes(50_000) })).status).toBe(200);
  }
  const scrubbing = direct.store.scrub({ bytesPerSecond: 100_000 });
  expect((await direct.send('DELETE', 'parts', { query: [['uploadId', uploadId]] })).status).toBe(204);
  expect(await scrubbing).toMatchObject({ isComplete: true, blobs: 1, findings: [] });
  expect(readdirSync(layoutOf(direct.folder).damaged)).toEqual([]);
  await direct.close();
});

type Ending = (
  store: LiveStore,
  upload: { Bucket: string; Key: string; UploadId: string },
) => Promise<unknown>;
const endings: [string, Ending][] = [
  ['is aborted', ({ client }, upload) => client.send(new AbortMultipartUploadCommand(upload))],
  [
    'gets its part again',
    ({ client }, upload) => client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'other' })),
  ],
];
test.each(endings)(
  'an upload that may be an unreadable object keeps its blobs if it %s',
  async (_name, end) => {
    const store = await start();
    const { client } = store;
    const { UploadId = '' } = await client.send(new CreateMultipartUploadCommand(at('parts')));
    const upload = { ...at('parts'), UploadId };
    const sent = await client.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: bytes(5000) }));
    const layout = layoutOf(store.folder);
    const folder = layout.upload(UploadId);
    const saved = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const);
    const Parts = [{ PartNumber: 1, ETag: sent.ETag ?? '', ChecksumCRC32: sent.ChecksumCRC32 ?? '' }];
    await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    mkdirSync(folder);
    for (const [name, content] of saved) writeFileSync(join(folder, name), content);
    const { file } = layout.object(BUCKET, 'parts');
    const record = readFileSync(file);
    flip(file, 20);
    await store.restart();
    await end(store, upload);
    await store.restart();
    writeFileSync(file, record);
    await store.restart();
    const { Body } = await client.send(new GetObjectCommand(at('parts')));
    expect(Buffer.from((await Body?.transformToByteArray()) ?? []).equals(bytes(5000))).toBe(true);
  },
);
