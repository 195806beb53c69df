import { NodeId, VersionId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { uploaded } from '../../live-upload.contract.ts';
import { valueOf } from '../../live.world.ts';
import { pruneVersions } from '../files/index.ts';
import { deleteVersion } from '../files/versions/delete-version.ts';
import { labelVersion } from '../files/versions/label-version.ts';
import { deleteOldVersions } from '../files/store/old-versions.ts';
import { listVersions } from '../files/list-versions.ts';
import { restoreVersion } from '../files/restore-version.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { uploadWorld } from './upload.world.ts';

const here = uploadWorld({ quotaBytes: 10_000 });

const file = async (name: string) => {
  const bytes = Buffer.alloc(10, name);
  return NodeId.parse((await uploaded(here.services, here.owner, { name, bytes })).id);
};
const versionsOf = async (id: NodeId) =>
  valueOf(await listVersions(here.services, here.owner.person, { nodeId: id })).items;
const numbersOf = async (id: NodeId) => (await versionsOf(id)).map(({ number }) => number);

/** Adds versions that share one object. */
async function repeat(id: NodeId, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const versions = await versionsOf(id);
    const older = versions.find(({ isCurrent }) => !isCurrent) ?? versions[0];
    if (versions.length === 1) await addOther(id);
    else
      valueOf(
        await restoreVersion(here.services, here.owner.person, {
          nodeId: id,
          versionId: VersionId.parse(older?.id),
          revision: await revisionOf(id),
        }),
      );
  }
}

async function addOther(id: NodeId): Promise<void> {
  const name = await nameOf(id);
  await uploaded(here.services, here.owner, { name, bytes: Buffer.alloc(20, 'x'), conflict: 'replace' });
}

const rowOf = async (id: NodeId) =>
  await here.services.db
    .selectFrom('node')
    .select(['name', 'revision'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const revisionOf = async (id: NodeId) => (await rowOf(id)).revision;
const nameOf = async (id: NodeId) => (await rowOf(id)).name;

async function set(values: Readonly<Record<string, number>>): Promise<void> {
  await here.services.db.deleteFrom('admin_setting').execute();
  for (const [key, value] of Object.entries(values)) {
    await here.services.db
      .insertInto('admin_setting')
      .values({ key, value: `${value}`, previous: null, changed_by: null, changed_at: new Date(0) })
      .execute();
  }
  here.services.settings.forget();
}

test('old versions beyond the newest go, and young ones stay however many there are', async () => {
  await set({ versionsKept: 3, versionDays: 30 });
  const [many, few, trashed] = [await file('many'), await file('few'), await file('trashed')];
  await repeat(many, 5);
  await repeat(few, 1);
  await repeat(trashed, 4);
  expect(await pruneVersions(here.services)).toBe(0);
  here.world.clock.advance(31 * DAY_MS);
  await repeat(many, 1);
  expect(await pruneVersions(here.services)).toBe(6);
  expect(await numbersOf(many)).toEqual([7, 6, 5]);
  expect(await numbersOf(few)).toEqual([2, 1]);
  expect(await numbersOf(trashed)).toEqual([5, 4, 3]);
  expect(await pruneVersions(here.services)).toBe(0);
});

test('a version with a label stays, until the label is taken away', async () => {
  await set({ versionsKept: 1, versionDays: 0 });
  const id = await file('labelled');
  await repeat(id, 3);
  const oldest = (await versionsOf(id)).at(-1);
  const label = async (words: string | null, as = here.owner.person) => {
    const versionId = VersionId.parse(oldest?.id);
    const labelled = await labelVersion(here.services, as, { nodeId: id, versionId, label: words });
    return labelled.ok ? 'labelled' : labelled.error.code;
  };
  const stranger = await here.world.addOwner();
  expect(await label('mine', stranger.person)).toBe('node_not_found');
  expect(await label('As it was sent')).toBe('labelled');
  expect((await versionsOf(id)).map((version) => version.label)).toEqual([
    null,
    null,
    null,
    'As it was sent',
  ]);
  here.world.clock.advance(DAY_MS);
  await pruneVersions(here.services);
  expect(await numbersOf(id)).toEqual([4, 1]);
  expect(await label(null)).toBe('labelled');
  await pruneVersions(here.services);
  expect(await numbersOf(id)).toEqual([4]);
});

test('room is freed with the last version of an object, and the current version always stays', async () => {
  await set({ versionsKept: 1, versionDays: 0 });
  const id = await file('one');
  await addOther(id);
  expect(await here.figures()).toEqual({ used: 30, reserved: 0, held: 0, purged: 0 });
  here.world.clock.advance(DAY_MS);
  const before = await here.download(id);
  expect(await pruneVersions(here.services)).toBeGreaterThanOrEqual(1);
  expect(await here.figures()).toEqual({ used: 20, reserved: 0, held: 0, purged: 10 });
  expect(await here.download(id)).toEqual(before);
  expect(await numbersOf(id)).toEqual([2]);
});

test('the last version that is whole stays while the newer ones are damaged', async () => {
  await set({ versionsKept: 1, versionDays: 0 });
  const id = await file('torn');
  await addOther(id);
  const [current] = await versionsOf(id);
  await here.services.db
    .updateTable('blob')
    .set({ damage: 'missing', damaged_at: here.world.clock.now() })
    .where('id', 'in', (query) =>
      query
        .selectFrom('version')
        .select('blob_id')
        .where('version.id', '=', current?.id ?? ''),
    )
    .execute();
  here.world.clock.advance(DAY_MS);
  expect(await pruneVersions(here.services)).toBe(0);
  expect(await numbersOf(id)).toEqual([2, 1]);
});

test('a prune that ends half-way, and two at once, lose and count nothing twice', async () => {
  await set({ versionsKept: 2, versionDays: 0 });
  const id = await file('busy');
  await repeat(id, 30);
  here.world.clock.advance(DAY_MS);
  const kept = { count: 2, since: here.world.clock.now() };
  const { spaceId } = here.owner;
  await inTransaction(here.services.db, async (tx) => {
    await deleteOldVersions(tx, { spaceId, nodeId: id, kept, limit: 7 });
  });
  const deleted = await Promise.all([pruneVersions(here.services), pruneVersions(here.services)]);
  expect(deleted[0] + deleted[1]).toBe(22);
  expect(await numbersOf(id)).toEqual([31, 30]);
  expect(await here.figures()).toMatchObject({ held: 0, purged: 0 });
});

const remove = async (id: NodeId, versionId: string | undefined, as = here.owner.person) => {
  const ofVersion = { nodeId: id, versionId: VersionId.parse(versionId) };
  const removed = await deleteVersion(here.services, as, ofVersion);
  return removed.ok ? removed.value.freedBytes : removed.error.code;
};

test('a version is deleted permanently, and its quota freed with the last use of its object', async () => {
  await set({ versionsKept: 2, versionDays: 30 });
  const id = await file('chosen');
  await repeat(id, 3);
  const before = await versionsOf(id);
  expect(before.map(({ number, freesBytes }) => [number, freesBytes])).toEqual([
    [4, 0],
    [3, 0],
    [2, 0],
    [1, 0],
  ]);
  const createdAt = Date.parse(before[2]?.createdAt ?? '');
  expect(before.map(({ keptUntil }) => keptUntil)).toEqual([
    null,
    null,
    new Date(createdAt + 30 * DAY_MS).toISOString(),
    new Date(createdAt + 30 * DAY_MS).toISOString(),
  ]);
  const stranger = await here.world.addOwner();
  expect(await remove(id, before[3]?.id, stranger.person)).toBe('node_not_found');
  expect(await remove(id, before[0]?.id)).toBe('changed_since');
  expect(await remove(id, before[1]?.id)).toBe(0);
  expect((await versionsOf(id)).map(({ number, freesBytes }) => [number, freesBytes])).toEqual([
    [4, 0],
    [2, 0],
    [1, 10],
  ]);
  expect(await remove(id, before[3]?.id)).toBe(10);
  expect(await here.figures()).toEqual({ used: 20, reserved: 0, held: 0, purged: 10 });
  expect(await remove(id, before[3]?.id)).toBe('node_not_found');
  expect(await numbersOf(id)).toEqual([4, 2]);
});
