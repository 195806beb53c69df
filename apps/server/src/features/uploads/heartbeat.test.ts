import { LIMITS, SERVER_LIMITS, UploadId, UploadList } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { begin, cut, declarations, put, uploaded } from '../../live-upload.contract.ts';
import { valueOf } from '../../live.world.ts';
import { sendUploadHeartbeat } from './heartbeat.ts';
import { listUploads } from './list-uploads.ts';
import { COMPLETION_GRACE_MS } from './model.ts';
import { findUpload, moveUploads } from './store.ts';
import { large, small, uploadWorld } from './upload.world.ts';

const here = uploadWorld();

const heartbeat = async (ids: readonly UploadId[], person = here.owner.person): Promise<void> => {
  valueOf(await sendUploadHeartbeat(here.services, person, { ids: [...ids] }));
};

async function active(): Promise<Readonly<Record<string, boolean>>> {
  const listed = valueOf(await listUploads(here.services, here.owner.person));
  expect(UploadList.parse(listed)).toEqual(listed);
  return Object.fromEntries(listed.uploads.map(({ upload, isActive }) => [upload.name, isActive]));
}

const beginLarge = async (name: string) =>
  await begin(here.services, here.owner, { name, bytes: large(), parts: declarations(large()).slice(0, 1) });

const almost = SERVER_LIMITS.uploadHeldMs - 1;

test('an upload is active while its device sends heartbeats, and abandoned three minutes after the last one', async () => {
  const held = await beginLarge('held');
  await beginLarge('left');
  expect(await active()).toEqual({ held: true, left: true });
  for (let minute = 0; minute < 60; minute += 1) {
    here.world.clock.advance(LIMITS.uploadHeartbeatEveryMs);
    await heartbeat([held.upload.id]);
  }
  expect(await active()).toEqual({ held: true, left: false });
  here.world.clock.advance(almost);
  expect(await active()).toEqual({ held: true, left: false });
  here.world.clock.advance(1);
  expect(await active()).toEqual({ held: false, left: false });
  await heartbeat([held.upload.id]);
  expect(await active()).toEqual({ held: true, left: false });
});

test('any other call for the upload counts as a heartbeat', async () => {
  const { upload } = await beginLarge('asked for');
  here.world.clock.advance(almost);
  valueOf(await here.sign(upload.id, declarations(large()).slice(1, 2)));
  here.world.clock.advance(almost);
  expect(await active()).toEqual({ 'asked for': true });
});

test('a heartbeat ignores uploads of other people, closed and unknown ones', async () => {
  const { upload } = await beginLarge('mine');
  const given = await beginLarge('given up');
  valueOf(await here.abort(given.upload.id));
  const before = await findUpload(here.services.db, given.upload.id);
  const stranger = await here.world.addOwner();
  const unknown = UploadId.parse('01890a5d-ac96-774b-bcce-b302099a8057');
  here.world.clock.advance(SERVER_LIMITS.uploadHeldMs);
  await heartbeat([upload.id], stranger.person);
  expect(await active()).toEqual({ mine: false });
  await heartbeat([given.upload.id, unknown, upload.id, upload.id]);
  expect(await active()).toEqual({ mine: true });
  expect(await findUpload(here.services.db, given.upload.id)).toEqual(before);
});

test('a completing upload stays active for its time limit, which a heartbeat does not extend', async () => {
  const { upload } = await beginLarge('whole');
  const { db } = here.services;
  const begunAt = here.world.clock.now();
  await moveUploads(db, [upload.id], { from: ['uploading'], to: 'completing', now: begunAt });
  here.world.clock.advance(COMPLETION_GRACE_MS - 1);
  await heartbeat([upload.id]);
  expect(await active()).toEqual({ whole: true });
  expect((await findUpload(db, upload.id))?.updated_at).toEqual(begunAt);
  here.world.clock.advance(1);
  expect(await active()).toEqual({ whole: false });
});

test('a heartbeat extends no deadline, reserves no space and does not block the completion', async () => {
  const bytes = large();
  const begun = await begin(here.services, here.owner, { name: 'large', bytes });
  const use = await here.use();
  here.world.clock.advance(LIMITS.uploadHeartbeatEveryMs);
  await heartbeat([begun.upload.id]);
  expect((await findUpload(here.services.db, begun.upload.id))?.expires_at.toISOString()).toBe(
    begun.upload.expiresAt,
  );
  expect(await here.use()).toEqual(use);
  for (const signed of begun.signed)
    await put(signed, defined(cut(bytes)[signed.number - 1], 'the part is missing'));
  valueOf(await here.complete(begun.upload.id));
  await uploaded(here.services, here.owner, { name: 'small', bytes: small('s') });
  await heartbeat([begun.upload.id]);
  expect(await active()).toEqual({});
});
