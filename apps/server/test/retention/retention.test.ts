// docs/decisions/0155-retention-of-each-space.md
import { type NodeId, SETTING_DEFAULTS } from '@coffer/contracts';
import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import { array, assert, asyncProperty, integer, option, record } from 'fast-check';
import { expect, test } from 'vitest';
import { pruneVersions, purgeTrash } from '../../src/features/files/index.ts';
import { endHold, holdSpace } from '../../src/features/spaces/administration/hold-space.ts';
import { changeSpaceRetention } from '../../src/features/spaces/retention/change-retention.ts';
import { getSpaceRetention } from '../../src/features/spaces/retention/get-retention.ts';
import { type Owner, valueOf } from '../../src/live.world.ts';
import { GRACE_MS, idOf, retentionWorld } from './retention.world.ts';

const { admin, here, revision, keep, set, trashOf, trashed, replaced, numbersOf, effectOf } =
  retentionWorld();

test('the trash of each space goes at its own time, to the millisecond', async () => {
  const [short, long, usual] = [here.owner, await here.world.addOwner(), await here.world.addOwner()];
  await keep(short, { trashDays: 7 });
  await keep(long, { trashDays: 90 });
  here.world.clock.advance(GRACE_MS);
  for (const owner of [short, long, usual]) await trashed(owner, 'gone.txt');
  const left = async () =>
    await Promise.all([short, long, usual].map(async (owner) => (await trashOf(owner)).length));
  const at = async (days: number) => {
    here.world.clock.advance(days * DAY_MS - 1);
    await purgeTrash(here.services);
    const before = await left();
    here.world.clock.advance(1);
    await purgeTrash(here.services);
    return [before, await left()];
  };
  expect(await at(7)).toEqual([
    [1, 1, 1],
    [0, 1, 1],
  ]);
  expect(await at(23)).toEqual([
    [0, 1, 1],
    [0, 1, 0],
  ]);
  expect(await at(60)).toEqual([
    [0, 1, 0],
    [0, 0, 0],
  ]);
});

test('for every order of changes, nothing goes before the longest time that held within the last hour', async () => {
  const days = option(integer({ min: 1, max: 60 }), { nil: null });
  const step = record({ trashDays: days, afterMs: integer({ min: 0, max: 2 * GRACE_MS }) });
  let ran = 0;
  await assert(
    asyncProperty(
      array(step, { minLength: 1, maxLength: 5 }),
      integer({ min: 0, max: 61 * DAY_MS }),
      async (steps, ageMs) => {
        const owner = await here.world.addOwner();
        await trashed(owner, 'gone.txt');
        here.world.clock.advance(ageMs);
        const held: { readonly untilMs: number; readonly days: number }[] = [];
        let daysNow = SETTING_DEFAULTS.trashDays;
        for (const { trashDays, afterMs } of steps) {
          const next = trashDays ?? SETTING_DEFAULTS.trashDays;
          held.push({ untilMs: here.world.clock.now().getTime() + GRACE_MS, days: daysNow });
          await keep(owner, { trashDays });
          daysNow = next;
          here.world.clock.advance(afterMs);
        }
        const now = here.world.clock.now().getTime();
        const recent = held.filter(({ untilMs }) => untilMs > now).map((each) => each.days);
        const age = ageMs + steps.reduce((sum, { afterMs }) => sum + afterMs, 0);
        await purgeTrash(here.services);
        const isThere = (await trashOf(owner)).length === 1;
        // A change within the hour may keep an item longer than it must, never shorter.
        const must = age < Math.max(daysNow, ...recent) * DAY_MS;
        const may = must || recent.length > 0;
        ran += 1;
        return must ? isThere : may || !isThere;
      },
    ),
    { numRuns: 25 },
  );
  expect(ran).toBeGreaterThanOrEqual(25);
}, 60_000);

test('a shorter time deletes nothing for an hour, and changing it back loses nothing', async () => {
  const { owner } = here;
  await trashed(owner, 'gone.txt');
  here.world.clock.advance(8 * DAY_MS);
  const kept = await keep(owner, { trashDays: 7 });
  const from = new Date(here.world.clock.now().getTime() + GRACE_MS).toISOString();
  expect(kept).toMatchObject({ own: { trashDays: 7 }, deletesFrom: from });
  expect((await trashOf(owner))[0]?.goesAt).toBe(from);
  here.world.clock.advance(GRACE_MS - 1);
  await purgeTrash(here.services);
  expect(await trashOf(owner)).toHaveLength(1);
  expect(await keep(owner, { trashDays: null })).toMatchObject({
    own: { trashDays: null },
    deletesFrom: null,
  });
  here.world.clock.advance(GRACE_MS);
  await purgeTrash(here.services);
  expect(await trashOf(owner)).toHaveLength(1);
  await keep(owner, { trashDays: 7 });
  here.world.clock.advance(GRACE_MS);
  await purgeTrash(here.services);
  expect(await trashOf(owner)).toEqual([]);
});

test('versions go by the retention of their space', async () => {
  const [few, many, usual] = [here.owner, await here.world.addOwner(), await here.world.addOwner()];
  await set({ versionsKept: 2, versionDays: 1 });
  await keep(few, { versionsKept: 1, versionDays: 0 });
  await keep(many, { versionsKept: 3 });
  here.world.clock.advance(GRACE_MS);
  const ids = new Map<Owner, NodeId>();
  for (const owner of [few, many, usual]) ids.set(owner, await replaced(owner, 'kept.txt', 3));
  const left = async () =>
    await Promise.all([...ids].map(async ([owner, id]) => (await numbersOf(owner, id)).length));
  here.world.clock.advance(MINUTE_MS);
  expect(await effectOf(many, { trashDays: 30, versionsKept: 1, versionDays: 0 })).toEqual({
    trashItems: 0,
    versions: 3,
  });
  await pruneVersions(here.services);
  expect(await left()).toEqual([1, 4, 4]);
  here.world.clock.advance(2 * DAY_MS);
  await pruneVersions(here.services);
  expect(await left()).toEqual([1, 3, 2]);
  await keep(many, { versionsKept: null });
  here.world.clock.advance(GRACE_MS);
  await pruneVersions(here.services);
  expect(await left()).toEqual([1, 2, 2]);
});

test('a job asks again under the lock, so a longer time saves what was listed as due', async () => {
  const { owner } = here;
  await keep(owner, { trashDays: 7, versionsKept: 1, versionDays: 0 });
  await trashed(owner, 'gone.txt');
  const id = await replaced(owner, 'kept.txt', 2);
  here.world.clock.advance(8 * DAY_MS);
  const spaceId = idOf(owner);
  const change = { trashDays: 30, versionsKept: 10 };
  const seen = await revision(spaceId);
  const { settings } = here.services;
  let isChanged = false;
  const changing = {
    ...here.services,
    settings: {
      ...settings,
      // The lists have been read when a job reads the settings of a step.
      read: async (...args: Parameters<typeof settings.read>) => {
        if (!isChanged) {
          isChanged = true;
          valueOf(
            await changeSpaceRetention(here.services, owner.person, { spaceId, change, revision: seen }),
          );
        }
        return await settings.read(...args);
      },
    },
  };
  await pruneVersions(changing);
  expect(isChanged).toBe(true);
  expect(await numbersOf(owner, id)).toHaveLength(3);
  await purgeTrash(here.services);
  expect(await trashOf(owner)).toHaveLength(1);
});

test('a hold wins over every retention, and what is due goes when it ends', async () => {
  const { owner } = here;
  const spaceId = idOf(owner);
  await keep(owner, { trashDays: 1, versionsKept: 1, versionDays: 0 });
  await trashed(owner, 'gone.txt');
  const id = await replaced(owner, 'kept.txt', 2);
  const held = { actor: admin(), spaceId };
  valueOf(await holdSpace(here.services, { ...held, reason: 'Case', revision: await revision(spaceId) }));
  here.world.clock.advance(2 * DAY_MS);
  await purgeTrash(here.services);
  await pruneVersions(here.services);
  expect(await trashOf(owner)).toMatchObject([{ goesAt: null }]);
  expect(await numbersOf(owner, id)).toHaveLength(3);
  expect(valueOf(await getSpaceRetention(here.services, owner.person, spaceId)).isOnHold).toBe(true);
  valueOf(await endHold(here.services, { ...held, revision: await revision(spaceId) }));
  await purgeTrash(here.services);
  await pruneVersions(here.services);
  expect(await trashOf(owner)).toEqual([]);
  expect(await numbersOf(owner, id)).toHaveLength(1);
});
