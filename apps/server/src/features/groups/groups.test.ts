import { GroupId, LIMITS, SERVER_LIMITS, UserId } from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import { errorOf, valueOf } from '../../live.world.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { groupsWorld } from './groups.world.ts';
import { leaveAllGroups, replaceProviderGroups } from './index.ts';
import { SEARCH_BURST } from './model.ts';
import { createGroupSearch } from './search-groups.ts';

const here = groupsWorld();
const { add, create, drop, get, group, list, members, person, remove, rename, services } = here;

const NEEDS_ADMINISTRATOR = { code: 'not_allowed', facts: { needed_role: 'administrator' } };
const UNKNOWN = { code: 'group_not_found' };
const unknownId = () => GroupId.parse(services().newId());
const statusOf = async (id: string, status: 'active' | 'disabled' | 'removed') =>
  await services().db.updateTable('user').set({ status }).where('id', '=', id).execute();
const namesIn = async (groupId: GroupId, text = '') =>
  valueOf(await members(groupId, { text })).items.map(({ name }) => name);

test('only administrators can create, read and change groups', async () => {
  const ben = await person();
  const id = await group();
  for (const by of [ben, { ...ben, role: 'auditor' as const }]) {
    for (const refused of [
      await create('Mine', by),
      await rename(id, 'Mine', { by }),
      await drop(id, by),
      await get(id, by),
      await list({}, by),
      await members(id, {}, by),
      await add(id, [ben], by),
      await remove(id, ben, by),
    ]) {
      expect(errorOf<unknown>(refused)).toEqual(NEEDS_ADMINISTRATOR);
    }
  }
});

test('a group is made, found, renamed and deleted; a name is taken in any case', async () => {
  const made = valueOf(await create('Engineers'));
  expect(made).toMatchObject({
    name: 'Engineers',
    source: 'local',
    people: 0,
    spaces: 0,
    shared: 0,
    revision: 1,
  });
  const { id } = made;
  expect(errorOf(await create('ENGINEERS'))).toEqual({
    code: 'group_name_taken',
    facts: { existing_id: id },
  });
  const other = await group();
  expect(errorOf(await rename(other, 'engineers'))).toMatchObject({ code: 'group_name_taken' });
  expect(valueOf(await rename(id, 'ENGINEERS'))).toMatchObject({ name: 'ENGINEERS', revision: 2 });
  expect(errorOf(await rename(id, 'Builders'))).toEqual({
    code: 'revision_conflict',
    facts: { current_revision: 2 },
  });
  expect(valueOf(await list({ text: 'NEER' })).items.map(({ name }) => name)).toEqual(['ENGINEERS']);
  valueOf(await drop(id));
  expect(valueOf(await list({ text: 'neer' }))).toEqual({ items: [], total: 0 });
  for (const refused of [
    await drop(id),
    await get(id),
    await rename(id, 'A', { revision: 2 }),
    await members(id),
  ]) {
    expect(errorOf<unknown>(refused)).toEqual(UNKNOWN);
  }
});

test('people are added once, listed by name, found, and removed; unknown and disabled people are not added', async () => {
  const [ben, cleo, dan] = [await person(), await person(), await person()];
  const id = await group([ben]);
  expect(valueOf(await add(id, [ben, cleo, cleo]))).toEqual({ added: 1 });
  expect(await namesIn(id)).toEqual([ben.name, cleo.name].toSorted());
  expect(await namesIn(id, cleo.email)).toEqual([cleo.name]);
  await statusOf(dan.id, 'disabled');
  expect(errorOf(await add(id, [dan]))).toEqual({ code: 'person_not_found' });
  const nobody = { ...dan, id: UserId.parse(services().newId()) };
  expect(errorOf(await add(id, [await person(), nobody]))).toEqual({ code: 'person_not_found' });
  expect(await namesIn(id), 'some people were added although one is unknown').toHaveLength(2);
  valueOf(await remove(id, ben));
  expect(errorOf(await remove(id, ben))).toEqual({ code: 'person_not_found' });
  await statusOf(cleo.id, 'disabled');
  expect(valueOf(await get(id)).group.people, 'a disabled person was counted').toBe(0);
  expect(valueOf(await members(id)).items).toMatchObject([{ isActive: false }]);
  expect(errorOf(await add(unknownId(), [ben]))).toEqual(UNKNOWN);
});

test('pages follow each other, and the total is of everything that matches', async () => {
  const names = ['Paged 1', 'Paged 2', 'Paged 3'];
  for (const name of names) valueOf(await create(name));
  const page = valueOf(await list({ text: 'paged', limit: '2', at: '1', order: 'desc' }));
  expect([page.total, page.items.map(({ name }) => name)]).toEqual([3, ['Paged 2', 'Paged 1']]);
  const people = [await person(), await person(), await person()];
  const id = await group(people);
  const sorted = people.map(({ name }) => name).toSorted();
  const second = valueOf(await members(id, { at: 1, limit: 1 }));
  expect([second.total, second.items.map(({ name }) => name)]).toEqual([3, [sorted[1]]]);
});

test('a name requested by many administrators concurrently is given once', async () => {
  const results = await Promise.all(Array.from({ length: 8 }, async () => await create('Night shift')));
  const refused = results.filter(({ ok }) => !ok).map((each) => errorOf<{ code: string }>(each).code);
  expect(refused).toEqual(Array.from({ length: 7 }, () => 'group_name_taken'));
});

test('limits hold, also for concurrent calls', async () => {
  const { db } = services();
  const ben = await person();
  await sql`insert into "group" (id, name, source, created_at, updated_at)
    select gen_random_uuid(), 'many ' || n, 'local', now(), now()
    from generate_series(1, ${SERVER_LIMITS.groupsOfPersonMax + 1}) n`.execute(db);
  const { rows } = await sql<{ id: GroupId }>`select id from "group" where name like 'many %'`.execute(db);
  const results = await Promise.all(rows.map(async ({ id }) => await add(id, [ben])));
  const refused = results.filter(({ ok }) => !ok).map((each) => errorOf<unknown>(each));
  expect(refused).toEqual([{ code: 'limit_reached', facts: { limit: SERVER_LIMITS.groupsOfPersonMax } }]);

  const full = await group();
  await sql`insert into "user" (id, issuer, subject, username, email, email_verified, name, status, role, quota_bytes, created_at, updated_at)
    select gen_random_uuid(), 'i', 's' || n, 'u' || n, 'e' || n, true, '', 'active', 'member', 0, now(), now()
    from generate_series(1, ${LIMITS.groupMembersMax}) n`.execute(db);
  await sql`insert into group_member (group_id, user_id, created_at)
    select ${full}, id, now() from "user" where issuer = 'i'`.execute(db);
  const limit = { code: 'limit_reached', facts: { limit: LIMITS.groupMembersMax } };
  const late = await person();
  expect(errorOf(await add(full, [late]))).toEqual(limit);
  const inFull = db.selectFrom('group_member').select('user_id').where('group_id', '=', full);
  expect(await inFull.where('user_id', '=', late.id).execute(), 'the refused person was added').toEqual([]);
  const groupsOfBen = db.selectFrom('group_member').select('group_id').where('user_id', '=', ben.id);
  expect(await groupsOfBen.execute()).toHaveLength(SERVER_LIMITS.groupsOfPersonMax);

  await sql`insert into "group" (id, name, source, created_at, updated_at)
    select gen_random_uuid(), 'more ' || n, 'local', now(), now()
    from generate_series(1, ${LIMITS.groupsMax} - (select count(*) from "group" where source = 'local')) n`.execute(
    db,
  );
  expect(errorOf(await create('One more'))).toEqual({
    code: 'limit_reached',
    facts: { limit: LIMITS.groupsMax },
  });
  await sql`delete from "group" where name like 'm%'`.execute(db);
});

test('groups of the pool are followed at each sign-in, so they are read here and not changed', async () => {
  const ben = await person();
  const sync = async (...names: string[]) =>
    await inTransaction(services().db, async (tx) => {
      const { clock, newId } = services();
      await replaceProviderGroups(tx, { userId: ben.id, names, prefix: '', newId, now: clock.now() });
    });
  await sync('Pool people');
  const [found] = valueOf(await list({ text: 'pool people' })).items;
  const id = GroupId.parse(found?.id);
  expect(found).toMatchObject({ source: 'pool', people: 1 });
  for (const refused of [
    await rename(id, 'A'),
    await drop(id),
    await add(id, [ben]),
    await remove(id, ben),
  ]) {
    expect(errorOf<unknown>(refused)).toEqual({ code: 'group_kept_elsewhere' });
  }
  await sync('Pool people', 'Pool/people');
  expect(valueOf(await list({ text: 'pool/' })).items, 'a group that stays empty').toEqual([]);
  valueOf(await create('Pool people'));
  await sync();
  expect(await namesIn(id)).toEqual([]);
});

test('a deleted account is in no group', async () => {
  const ben = await person();
  const id = await group([ben]);
  await inTransaction(services().db, async (tx) => await leaveAllGroups(tx, ben.id));
  expect(await namesIn(id)).toEqual([]);
});

test('groups are found by the beginning of a word; with open sign-up, only by the whole name', async () => {
  const ben = await person();
  const id = GroupId.parse(valueOf(await create('Field Ökologie')).id);
  valueOf(await add(id, [ben]));
  const searchWith = (environment: Record<string, string> = {}) => {
    const search = createGroupSearch({ ...services(), config: valueOf(parseConfig(environment)) });
    return async (text: string) => await search(ben, { text });
  };
  const search = searchWith();
  for (const text of ['field', 'ÖKO']) {
    expect(valueOf(await search(text)).items).toEqual([{ id, name: 'Field Ökologie', people: 1 }]);
  }
  expect(valueOf(await search('ield')).items).toEqual([]);
  const open = searchWith({
    COFFER_POOL_ID: 'eu-west-1_abc',
    COFFER_POOL_CLIENT_ID: 'client',
    COFFER_SIGN_IN: 'sign-up',
  });
  expect(valueOf(await open('field')).items).toEqual([]);
  expect(valueOf(await open('field ökologie')).items).toHaveLength(1);
  const busy = searchWith();
  for (let count = 0; count < SEARCH_BURST; count += 1) valueOf(await busy('xx'));
  expect(errorOf(await busy('xx'))).toMatchObject({ code: 'rate_limited' });
});
