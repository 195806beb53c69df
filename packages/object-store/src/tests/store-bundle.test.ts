import { GetObjectTaggingCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, bytes, type LiveStore, REGION, startLiveStore } from '../testing/live-store.world.ts';
import {
  bundleBody,
  bundleFields,
  policyFile,
  receiptSignature,
  sha256,
} from '../testing/signed-bundle.world.ts';
import { formSender } from '../testing/signed-form.world.ts';

const ORIGIN = 'https://app.example';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({ corsOrigins: [ORIGIN] });
});
afterAll(() => store.close());

const { send, contentOf } = formSender(() => store);

test('each file becomes an object, and the signed receipt lists them all', async () => {
  const sizes = [4096, 0, 1, 65_536, 65_537, 300_000, 1_048_576, 17];
  const files = sizes.map((size, i) => bytes(size, i + 1));
  const named = files.map((file, i) => policyFile(`many/${i}`, file));
  const described = named.map((file, i) =>
    i === 0 ? { ...file, 'content-type': 'image/png', metadata: { Own: 'Grüße', shared: 'mine' } } : file,
  );
  const members = { metadata: { Shared: 'ours' } };
  const answer = await send(bundleBody(bundleFields(described, { members }), files), { origin: ORIGIN });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect(answer.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  const { receipt, signature } = (await answer.json()) as { receipt: string; signature: string };
  expect(signature).toBe(receiptSignature(receipt));
  expect(JSON.parse(receipt)).toEqual({
    bucket: BUCKET,
    at: expect.stringMatching(/^\d{8}T\d{6}Z$/),
    region: REGION,
    accessKeyId: 'AKTESTTESTTEST',
    files: named.map(({ key, size }, i) => ({
      key,
      size,
      sha256: sha256(files[i] ?? Buffer.alloc(0)),
      etag: expect.stringMatching(/^[0-9a-f]{32}-1$/),
    })),
  });
  for (const [i, file] of files.entries()) expect((await contentOf(`many/${i}`))?.equals(file)).toBe(true);
  const head = await store.client.send(
    new HeadObjectCommand({ Bucket: BUCKET, Key: 'many/0', ChecksumMode: 'ENABLED' }),
  );
  expect(head).toMatchObject({ ContentType: 'image/png', ChecksumSHA256: named[0]?.sha256 });
  expect(head.Metadata).toEqual({ own: Buffer.from('Grüße').toString('latin1'), shared: 'mine' });
  const other = await store.client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'many/1' }));
  expect([other.ContentType, other.Metadata]).toEqual(['binary/octet-stream', { shared: 'ours' }]);
  const tags = await store.client.send(new GetObjectTaggingCommand({ Bucket: BUCKET, Key: 'many/1' }));
  expect(tags.TagSet).toEqual([]);
});
