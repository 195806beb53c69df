import { LIMITS, type StoreReceipt } from '@coffer/contracts';
import { DAY_MS, defined, err, MINUTE_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { declaredOf, put, putBundle } from '../../live-upload.contract.ts';
import { BUCKET, CREDENTIAL, REGION, sha256Of, valueOf } from '../../live.world.ts';
import { connectDatabase } from '../../platform/db/connect.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { receiptOf } from '../../platform/blobs/store-receipt.contract.ts';
import { lockSpace } from '../spaces/index.ts';
import { bundleCalls, codes, idsOf, only } from './bundle.world.ts';
import { expireUploads } from './end/expire-uploads.ts';
import { small, uploadWorld } from './upload.world.ts';

const here = uploadWorld();
const { requestFor } = here;
const { complete, createAll, keysOf, sent } = bundleCalls(here);

function written(
  files: readonly {
    readonly key: string;
    readonly bytes: Buffer;
    readonly sha256?: string;
    readonly size?: number;
  }[],
  more: { readonly secret?: string; readonly bucket?: string; readonly ageMs?: number } = {},
): StoreReceipt {
  const at = new Date(Date.now() - (more.ageMs ?? 0)).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  return receiptOf(
    {
      bucket: more.bucket ?? BUCKET,
      at,
      region: REGION,
      accessKeyId: CREDENTIAL.accessKeyId,
      files: files.map(({ key, bytes, size = bytes.length, sha256 = sha256Of(bytes) }) => ({
        key,
        size,
        sha256,
        etag: '"0123456789abcdef"',
      })),
    },
    { secret: more.secret ?? CREDENTIAL.secretAccessKey, region: REGION, day: at.slice(0, 8) },
  );
}

async function unsent(name: string, bytes: Buffer) {
  const created = await createAll(requestFor(name, bytes));
  const ids = idsOf(created);
  const [key] = await keysOf(ids);
  return { created, ids, key: defined(key, 'the key is missing') };
}

const nobodyThere = () => Promise.resolve(err({ code: 'store_unavailable' } as const));

test('a completion by receipt does not need the store', async () => {
  const { ids, receipts } = await sent('a', 'b');
  here.services = { ...here.services, blobs: { ...here.store.blobs, head: nobodyThere } };
  expect(codes(await complete(ids))).toEqual(['store_unavailable', 'store_unavailable']);
  expect(codes(await complete(ids, receipts))).toEqual(['committed', 'committed']);
});

test('a receipt of another person has no effect', async () => {
  const theirs = await sent('theirs');
  const stranger = { services: here.services, owner: await here.world.addOwner() };
  expect(codes(await complete(theirs.ids, theirs.receipts, stranger))).toEqual(['upload_not_found']);
  const own = await unsent('own', small('theirs'));
  expect(codes(await complete(own.ids, theirs.receipts))).toEqual(['upload_incomplete']);
  expect(codes(await complete(theirs.ids, theirs.receipts))).toEqual(['committed']);
  expect((await here.listed()).map((node) => node.name)).toEqual(['theirs.txt']);
});

test('an invalid receipt is ignored: the store decides', async () => {
  const bytes = small('never sent');
  const { ids, key } = await unsent('a', bytes);
  const good = await sent('good');
  const [receipt] = good.receipts;
  const { receipt: text, signature } = defined(receipt, 'the receipt is missing');
  const lies: readonly StoreReceipt[] = [
    { receipt: text.replace(defined(good.keys[0], 'the key is missing'), key), signature },
    written([{ key, bytes }], { secret: 'guessed' }),
    written([{ key, bytes }], { bucket: 'others' }),
    written([{ key, bytes }], { ageMs: DAY_MS + MINUTE_MS }),
    { receipt: '', signature: '' },
    { receipt: '{', signature: 'f'.repeat(64) },
  ];
  for (const lie of lies) expect(codes(await complete(ids, [lie]))).toEqual(['upload_incomplete']);
  expect(codes(await complete([...ids, ...good.ids], lies))).toEqual(['upload_incomplete', 'committed']);
  expect(codes(await complete(ids, [written([{ key, bytes }])]))).toEqual(['committed']);
});

test('a receipt that differs from the declaration is ignored, even if the store signed it', async () => {
  const bytes = small('as declared');
  const { ids, key } = await unsent('a', bytes);
  const other = small('of no other');
  expect(codes(await complete(ids, [written([{ key, bytes: other }])]))).toEqual(['upload_incomplete']);
  expect(codes(await complete(ids, [written([{ key, bytes, size: 10 }])]))).toEqual(['upload_incomplete']);
  expect(codes(await complete(ids, [written([{ key: `${key}0`, bytes }])]))).toEqual(['upload_incomplete']);
  expect(await here.listed()).toEqual([]);
});

test('an upload that is over stays over, whatever the store received', async () => {
  const { ids, receipts } = await sent('late', 'given up');
  const second = defined(ids[1], 'the second upload is missing');
  valueOf(await here.abort(second));
  expect(codes(await complete([second], receipts))).toEqual(['upload_not_found']);
  here.world.clock.advance(LIMITS.uploadLifeMs);
  expect(codes(await complete(ids, receipts))).toEqual(['upload_expired', 'upload_not_found']);
  await expireUploads(here.services);
  expect(codes(await complete(ids, receipts))).toEqual(['upload_expired', 'upload_not_found']);
  expect(await here.listed()).toEqual([]);
  expect(await here.use()).toEqual({ used_bytes: 0, reserved_bytes: 0 });
});

test('a receipt for bytes that were replaced by another declaration commits nothing', async () => {
  const { ids, receipts } = await sent('old');
  const [id] = ids;
  const { signed } = valueOf(
    await here.sign(defined(id, 'the upload was not created'), [declaredOf(small('new'), 1)]),
  );
  expect(codes(await complete(ids, receipts))).toEqual(['upload_incomplete']);
  expect(await put(defined(signed[0], 'the form was not signed'), small('new'))).toBe(200);
  expect(codes(await complete(ids, receipts))).toEqual(['committed']);
  const [node] = await here.listed();
  expect(await here.download(defined(node, 'the file is missing').id)).toEqual(small('new'));
  expect([await here.use(), await here.held()]).toEqual([{ used_bytes: 3, reserved_bytes: 0 }, 3]);
});

test('after another declaration between check and commit, the new bytes count', async () => {
  const { ids, receipts } = await sent('old');
  const id = defined(ids[0], 'the first upload is missing');
  // A second server is needed, because within one the call waits before it takes a connection.
  const other = connectDatabase({ connectionString: here.world.connectionString, log: here.services.log });
  const pending = await inTransaction(here.services.db, async (tx) => {
    await lockSpace(tx, here.owner.spaceId);
    const signing = here.sign(id, [declaredOf(small('new'), 1)]);
    await untilWaiting(1);
    const elsewhere = { services: { ...here.services, db: other.db }, owner: here.owner };
    const completing = complete(ids, receipts, elsewhere);
    await untilWaiting(2);
    return { signing, completing };
  });
  expect((await pending.signing).ok).toBe(true);
  expect(codes(await pending.completing)).toEqual(['upload_incomplete']);
  await other.close();
  expect(await here.listed()).toEqual([]);
});

async function untilWaiting(count: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(here.services.db);
      return rows[0]?.waiting;
    })
    .toBe(count);
}

test('two servers get the same receipt concurrently: each file once, with the same answer', async () => {
  const other = connectDatabase({ connectionString: here.world.connectionString, log: here.services.log });
  try {
    const { ids, receipts } = await sent('a', 'b', 'c');
    const servers = [here.services, { ...here.services, db: other.db }];
    const calls = await Promise.all(
      Array.from({ length: 6 }, async (_, turn) => {
        const services = defined(servers[turn % 2], 'the server is missing');
        return await complete(ids, turn % 3 === 0 ? [] : receipts, { services, owner: here.owner });
      }),
    );
    for (const call of calls) expect(call).toEqual(calls[0]);
    expect(codes(calls[0] ?? [])).toEqual(['committed', 'committed', 'committed']);
    expect((await here.listed()).map((node) => node.name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(await here.use()).toEqual({ used_bytes: 3, reserved_bytes: 0 });
  } finally {
    await other.close();
  }
});

test('a bundle cannot bring other files, another order, more or fewer', async () => {
  const created = await createAll(requestFor('a', small('aa')), requestFor('b', small('bb')));
  const bundle = only(created);
  const keys = await keysOf(idsOf(created));
  const tries = [
    ['bb', 'aa'],
    ['aax', 'bb'],
    ['a', 'bb'],
    ['xx', 'yy'],
  ];
  for (const texts of tries)
    expect(await putBundle(bundle, texts.map(small))).toEqual({ status: 400, receipts: [] });
  const heads = async () =>
    await Promise.all(keys.map(async (key) => valueOf(await here.store.blobs.head(key))));
  expect(await heads()).toEqual([undefined, undefined]);
  for (const texts of [['aa'], ['aa', 'bb', 'cc']]) {
    expect(await putBundle(bundle, texts.map(small))).toMatchObject({ status: 400, receipts: [] });
  }
  const policy = Buffer.from(new Map(bundle.fields).get('policy') ?? '', 'base64').toString('utf8');
  const forged = Buffer.from(policy.replace('"size":2', '"size":3')).toString('base64');
  const fields = bundle.fields.map(([name, value]): [string, string] => [
    name,
    name === 'policy' ? forged : value,
  ]);
  expect((await putBundle({ ...bundle, fields }, ['aaa', 'bb'].map(small))).status).toBe(403);
  expect((await heads()).map((head) => head?.sizeBytes)).toEqual([2, 2]);
  expect(codes(await complete(idsOf(created)))).toEqual(['committed', 'committed']);
});
