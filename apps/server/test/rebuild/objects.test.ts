// docs/decisions/0132-the-bucket-is-enough.md
import { err } from '@coffer/kit';
import { expect, test } from 'vitest';
import { writeSnapshot } from '../../src/features/journal/write-snapshot.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import type { Blobs } from '../../src/platform/blobs/blobs.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { rebuiltFrom } from './rebuild.world.ts';
import { here, prepareRebuilds, rebuilt, rebuildNow } from './rebuilt.world.ts';

prepareRebuilds();

const UNAVAILABLE = { code: 'store_unavailable' } as const;

async function keyOf(nodeId: string): Promise<string> {
  const row = await here.services.db
    .selectFrom('version')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select('key')
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return row.key;
}

/** A rebuild from a store that differs from the real one. */
async function rebuildWith(blobs: Partial<Blobs>, options: { readonly leaveUnread?: boolean } = {}) {
  const done = await rebuiltFrom(
    { store: { ...here.store, blobs: { ...here.store.blobs, ...blobs } } },
    options,
  );
  rebuilt.push(done.world);
  return done;
}

const headFailing = (fails: (key: string) => boolean): Partial<Blobs> => ({
  head: async (key) => (fails(key) ? err(UNAVAILABLE) : await here.store.blobs.head(key)),
});

const describeFailing = (bad: string): Partial<Blobs> => ({
  describe: async (key) => (key === bad ? err(UNAVAILABLE) : await here.store.blobs.describe(key)),
});

const eventsOf = async (db: Db) =>
  await db
    .selectFrom('event')
    .select(['space_id', 'node_id', 'actor_id', 'facts'])
    .where('verb', '=', 'version_damaged')
    .execute();

test('an object that the store does not return is named, and its file is there', async () => {
  const unread = await here.upload('unread.txt', 'unread');
  await here.upload('read.txt', 'read');
  const key = await keyOf(unread);
  await here.journal();
  await here.journal();
  const { services, outcome } = await rebuildWith(headFailing((each) => each === key));
  expect(valueOf(outcome)).toMatchObject({
    versions: 2,
    objects: 1,
    missing: 0,
    different: 0,
    troubles: [{ kind: 'object_unread', name: key }],
  });
  const damaged = services.db.selectFrom('node').select('id').where('is_damaged', '=', true);
  expect(await damaged.execute()).toEqual([]);
});

test('a store that does not respond, or returns no more than a hundred objects, ends the rebuild', async () => {
  for (let number = 0; number <= 100; number += 1) await here.upload(`${number}.txt`, `${number}`);
  await here.journal();
  await here.journal();
  const all = headFailing(() => true);
  const silent = await rebuildWith({
    ...headFailing((key) => key.endsWith('0')),
    ping: async () => await Promise.resolve(err(UNAVAILABLE)),
  });
  for (const { services, outcome } of [silent, await rebuildWith(all)]) {
    expect(errorOf(outcome)).toEqual(UNAVAILABLE);
    expect(await services.db.selectFrom('user').select('id').execute()).toEqual([]);
  }
});

test('an unread object without a file ends the rebuild by name, unless it is left', async () => {
  await here.upload('known.txt', 'known');
  await here.journal();
  await here.journal();
  const key = await keyOf(await here.upload('unknown.txt', 'unknown'));
  const refused = await rebuildWith(describeFailing(key));
  expect(errorOf(refused.outcome)).toEqual({ code: 'object_unread', key });
  expect(await refused.services.db.selectFrom('user').select('id').execute()).toEqual([]);
  const { outcome } = await rebuildWith(describeFailing(key), { leaveUnread: true });
  expect(valueOf(outcome)).toMatchObject({
    versions: 1,
    recovered: 0,
    troubles: [{ kind: 'object_left', name: key }],
  });
});

test('damage that a rebuild finds is an event of the file, once', async () => {
  const lost = await here.upload('lost.txt', 'lost', here.teamRoot);
  valueOf(await here.store.blobs.remove(await keyOf(lost)));
  await here.journal();
  await here.journal();
  const { services } = await rebuildNow();
  const event = {
    space_id: here.teamId,
    node_id: lost,
    actor_id: null,
    facts: { number: 1, damage: 'missing' },
  };
  expect(await eventsOf(services.db)).toEqual([event]);
  const found = services.db.selectFrom('blob').select('damaged_at').where('damage', 'is not', null);
  const damage = await found.execute();
  here.world.clock.advance(1_000);
  await writeSnapshot(services);
  const again = await rebuildNow();
  expect(valueOf(again.outcome)).toMatchObject({ missing: 1 });
  expect(await eventsOf(again.services.db)).toEqual([event]);
  const kept = again.services.db.selectFrom('blob').select('damaged_at').where('damage', 'is not', null);
  expect(await kept.execute()).toEqual(damage);
});
