import { type Person, SpaceId } from '@coffer/contracts';
import { beforeAll, expect, test } from 'vitest';
import { uploaded } from '../../live-upload.contract.ts';
import { errorOf, type Owner, type StoreWorld, valueOf, type World } from '../../live.world.ts';
import { changeSpaceQuota } from './change-quota.ts';
import { listUse } from './list-use.ts';
import { cancelJob, listJobs, startSurvey } from './storage-jobs.ts';
import { startStorageWorld } from './storage.world.ts';

let world: World;
let store: StoreWorld;
let owner: Owner;
let administrator: Person;

beforeAll(async () => {
  const started = await startStorageWorld();
  ({ world, store, owner, administrator } = started);
  return async () => await started[Symbol.asyncDispose]();
});

const FIRST = { at: 0, limit: 1 };

test('jobs are listed newest first, page by page', async () => {
  const { services } = world;
  expect(valueOf(await listJobs(services, administrator, FIRST))).toEqual({ items: [], total: 0 });
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const job = valueOf(await startSurvey(services, administrator));
    valueOf(await cancelJob(services, administrator, job.id));
    ids.unshift(job.id);
    world.clock.advance(1_000);
  }
  const listed: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const page = valueOf(await listJobs(services, administrator, { at, limit: 1 }));
    expect(page.total).toBe(3);
    listed.push(...page.items.map(({ id }) => id));
  }
  expect(listed).toEqual(ids);
});

test('spaces are listed by usage, with their owner and without their contents', async () => {
  const services = { ...world.services, blobs: store.blobs };
  const larger = await world.addOwner();
  await uploaded(services, owner, { name: 'small secret', bytes: Buffer.alloc(10, 1) });
  await uploaded(services, larger, { name: 'large secret', bytes: Buffer.alloc(30, 2) });
  const page = valueOf(await listUse(services, administrator, { at: 0, limit: 10 }));
  expect(page.items.map(({ id, usedBytes }) => [id, usedBytes])).toEqual([
    [larger.spaceId, 30],
    [owner.spaceId, 10],
  ]);
  expect(page.items[0]?.ownerName).toBe(larger.person.name);
  expect(JSON.stringify(page)).not.toContain('secret');
  expect(valueOf(await listUse(services, administrator, { at: 1, limit: 1 }))).toEqual({
    items: [page.items[1]],
    total: 2,
  });
});

test('auditors may look, members may not', async () => {
  const auditor: Person = { ...owner.person, role: 'auditor' };
  for (const list of [listJobs, listUse]) {
    expect((await list(world.services, auditor, FIRST)).ok).toBe(true);
    expect(errorOf(await list(world.services, owner.person, FIRST)).code).toBe('not_allowed');
  }
});

test('an administrator changes the quota of a space, also below its usage', async () => {
  const services = { ...world.services, blobs: store.blobs };
  const holder = await world.addOwner();
  await uploaded(services, holder, { name: 'a.bin', bytes: Buffer.alloc(2_000_000, 1) });
  const spaceId = SpaceId.parse(holder.spaceId);
  const change = async (actor: Person, quotaBytes: number) =>
    await changeSpaceQuota(services, actor, { spaceId, quotaBytes });
  expect(errorOf(await change(holder.person, 1_048_576)).code).toBe('not_allowed');
  expect(errorOf(await change({ ...holder.person, role: 'auditor' }, 1_048_576)).code).toBe('not_allowed');
  valueOf(await change(administrator, 1_048_576));
  valueOf(await change(administrator, 1_048_576));
  const { items } = valueOf(await listUse(services, administrator, { at: 0, limit: 100 }));
  expect(items.find(({ id }) => id === spaceId)).toMatchObject({
    usedBytes: 2_000_000,
    quotaBytes: 1_048_576,
  });
  const more = uploaded(services, holder, { name: 'b.bin', bytes: Buffer.alloc(10, 1) });
  await expect(more).rejects.toThrow(/quota_exceeded/);
  valueOf(await change(administrator, 3_000_000));
  await uploaded(services, holder, { name: 'b.bin', bytes: Buffer.alloc(10, 1) });
  const events = await services.db
    .selectFrom('event')
    .select('facts')
    .where('space_id', '=', spaceId)
    .where('verb', '=', 'quota_changed')
    .execute();
  expect(events).toHaveLength(2);
  const unknown = SpaceId.parse('018f0000-0000-7000-8000-000000000000');
  const missing = await changeSpaceQuota(services, administrator, {
    spaceId: unknown,
    quotaBytes: 2_000_000,
  });
  expect(errorOf(missing).code).toBe('space_not_found');
});
