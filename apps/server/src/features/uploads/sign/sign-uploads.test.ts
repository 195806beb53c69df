import { CreateUploadsResult, LIMITS, type UploadId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { putBundle, sendAll } from '../../../live-upload.contract.ts';
import { valueOf } from '../../../live.world.ts';
import { abortUpload } from '../end/abort-upload.ts';
import { bundleCalls, codes, idsOf, only } from '../bundle.world.ts';
import { signUploads } from './sign-uploads.ts';
import { MIB, small, uploadWorld } from '../upload.world.ts';

const here = uploadWorld();
const { requestFor } = here;
const { complete, createAll, sent } = bundleCalls(here);

async function sign(ids: readonly UploadId[], bundle = true): Promise<CreateUploadsResult> {
  const signed = valueOf(await signUploads(here.services, here.owner.person, { ids: [...ids], bundle }));
  expect(CreateUploadsResult.parse(signed)).toEqual(signed);
  return signed;
}

const outcomes = ({ items }: CreateUploadsResult): string[] =>
  items.map((item) => (item.outcome === 'failed' ? item.code : item.outcome));

test('files whose bundle never arrived are signed in a bundle again: the same uploads, in the room that they have', async () => {
  const created = await createAll(...['a', 'b', 'c'].map((name) => requestFor(name, small(name))));
  const ids = idsOf(created);
  const use = await here.use();
  const again = await sign(ids);
  expect(idsOf(again)).toEqual(ids);
  expect(await here.use()).toEqual(use);
  const { receipts } = await putBundle(only(again), ['a', 'b', 'c'].map(small));
  expect(codes(await complete(ids, receipts))).toEqual(['committed', 'committed', 'committed']);
  expect(await here.use()).toEqual({ used_bytes: 3, reserved_bytes: 0 });
});

test('an object is kept for as long as its newest address is good', async () => {
  const ids = idsOf(await createAll(requestFor('a', small('a')), requestFor('b', small('b'))));
  here.world.clock.advance(3_600_000);
  const again = await sign(ids);
  await here.abort(defined(ids[0], 'upload a is missing'));
  expect(await here.held()).toBe(1);
  expect((await putBundle(only(again), [small('a'), small('b')])).status).toBe(200);
  expect(codes(await complete(ids))).toEqual(['upload_not_found', 'committed']);
});

test('nothing but the bytes that were declared first is allowed', async () => {
  const created = await createAll(requestFor('a', small('a')), requestFor('b', small('b')));
  const again = await sign(idsOf(created));
  expect(await putBundle(only(again), [small('a'), small('x')])).toEqual({ status: 400, receipts: [] });
  expect(codes(await complete(idsOf(created)))).toEqual(['committed', 'upload_incomplete']);
});

test('each upload is signed independently: ended, foreign, unknown and multipart ones are rejected', async () => {
  const done = await sent('done');
  await complete(done.ids, done.receipts);
  const created = await createAll(
    requestFor('open', small('o')),
    requestFor('given up', small('g')),
    requestFor('undeclared', small('u'), { parts: undefined }),
    requestFor('large', Buffer.alloc(MIB + 1, 1)),
    requestFor('parts', Buffer.alloc(1), { sizeBytes: LIMITS.multipartAboveBytes + 1, parts: undefined }),
  );
  const [open, givenUp, undeclared, large, parts] = idsOf(created);
  const ids = [open, givenUp, undeclared, large, parts].map((id) => defined(id, 'an upload was not created'));
  await abortUpload(here.services, here.owner.person, defined(givenUp, 'the upload was not created'));
  const again = await sign([...ids, ...done.ids]);
  expect(outcomes(again)).toEqual([
    'created',
    'upload_not_found',
    'upload_incomplete',
    'created',
    'upload_incomplete',
    'upload_not_found',
  ]);
  expect(only(again).uploadIds).toEqual([open]);
  const alone = again.items[3];
  if (alone?.outcome === 'created') await sendAll(alone, Buffer.alloc(MIB + 1, 1));
  expect(codes(await complete([defined(large, 'the upload was not created')]))).toEqual(['committed']);
});

test('a client without support gets no bundle, and no one gets addresses of others', async () => {
  const ids = idsOf(await createAll(requestFor('a', small('a')), requestFor('b', small('b'))));
  const unasked = await sign(ids, false);
  expect(unasked).not.toHaveProperty('bundles');
  expect(unasked.items.map((item) => item.outcome === 'created' && item.signed.length)).toEqual([1, 1]);
  const other = await here.world.addOwner();
  const foreign = valueOf(await signUploads(here.services, other.person, { ids, bundle: true }));
  expect(outcomes(foreign)).toEqual(['upload_not_found', 'upload_not_found']);
  await here.services.db
    .updateTable('member')
    .set({ role: 'viewer' })
    .where('space_id', '=', here.owner.spaceId)
    .execute();
  expect(outcomes(await sign(ids))).toEqual(['not_allowed', 'not_allowed']);
});
