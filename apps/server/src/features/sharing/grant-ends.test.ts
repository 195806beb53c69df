import { type GrantRole, type Person, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { getNode } from '../files/get-node.ts';
import { changeGrant } from './change-grant.ts';
import { sharingWorld } from './sharing.world.ts';

const here = sharingWorld();
const { access, change, folder, group, services, share, stranger } = here;

const NEEDS_MANAGER = { code: 'not_allowed', facts: { needed_role: 'manager' } };
const inMs = (ms: number) => new Date(here.state.world.clock.now().getTime() + ms).toISOString();
const inDays = (days: number) => (days === 0 ? null : inMs(days * DAY_MS));

type Shared = Awaited<ReturnType<typeof share>>;
const answerOf = (shared: Shared) => {
  const [item] = valueOf(shared).items;
  return item?.ok === false ? { code: item.code, held: item.held } : 'shared';
};

async function grantOf(nodeId: Parameters<typeof share>[0], person: Person) {
  const { items } = valueOf(await access(nodeId));
  const reason = items.find(({ personId }) => personId === person.id)?.reasons[0];
  return reason?.kind === 'grant' ? [reason.role, reason.grant.expiresAt] : undefined;
}

/** Days until access ends, 0 for never. */
const CASES: readonly (readonly [GrantRole, number, GrantRole, number, string])[] = [
  ['viewer', 0, 'editor', 1, 'grant_differs'],
  ['editor', 1, 'viewer', 0, 'grant_differs'],
  ['editor', 1, 'viewer', 2, 'grant_differs'],
  ['viewer', 2, 'editor', 1, 'grant_differs'],
  ['viewer', 1, 'viewer', 1, 'has_access_already'],
  ['editor', 2, 'viewer', 1, 'has_access_already'],
  ['viewer', 0, 'viewer', 1, 'has_access_already'],
  ['viewer', 1, 'viewer', 0, 'shared'],
  ['viewer', 1, 'viewer', 2, 'shared'],
  ['viewer', 1, 'editor', 1, 'shared'],
  ['viewer', 1, 'manager', 0, 'shared'],
];

test.each(CASES)('a share never lowers or shortens: %s for %i days, then %s for %i: %s', async (...of) => {
  const [held, heldDays, role, days, expected] = of;
  const ben = await stranger();
  const groupId = await group();
  const id = await folder('Plans');
  const [before, after] = [inDays(heldDays), inDays(days)];
  for (const options of [{}, { groupIds: [groupId] }]) {
    const people = 'groupIds' in options ? [] : [ben];
    valueOf(await share(id, people, { ...options, role: held, expiresAt: before }));
    const answer = answerOf(await share(id, people, { ...options, role, expiresAt: after }));
    const isKept = expected === 'grant_differs';
    expect(answer).toEqual(
      expected === 'shared'
        ? 'shared'
        : { code: expected, held: isKept ? { role: held, expiresAt: before } : undefined },
    );
  }
  expect(await grantOf(id, ben)).toEqual(expected === 'shared' ? [role, after] : [held, before]);
});

test('a manager until an instant gives neither themselves nor their groups more, on the folder and below', async () => {
  const ben = await stranger();
  const outer = await folder('Outer');
  const inner = await folder('Inner', outer);
  const own = await group([ben]);
  const other = await group();
  valueOf(await share(outer, [ben], { role: 'manager', expiresAt: inMs(DAY_MS) }));
  const refused = { code: 'not_allowed', held: undefined };
  for (const id of [outer, inner]) {
    for (const expiresAt of [null, inMs(2 * DAY_MS)]) {
      const terms = { role: 'viewer' as const, expiresAt, by: ben };
      expect(answerOf(await share(id, [ben], terms))).toEqual(refused);
      expect(answerOf(await share(id, [], { ...terms, groupIds: [own] }))).toEqual(refused);
      expect(answerOf(await share(id, [], { ...terms, groupIds: [other] }))).toBe('shared');
      await services().db.deleteFrom('grant').where('group_id', '=', other).execute();
    }
  }
  const short = { role: 'manager' as const, expiresAt: inMs(DAY_MS), by: ben, groupIds: [own] };
  expect(answerOf(await share(inner, [], short)), 'what they have anyway').toBe('shared');
  here.state.world.clock.advance(2 * DAY_MS);
  for (const id of [outer, inner]) expect((await getNode(services(), ben, id)).ok).toBe(false);
});

test('who manages through a group until an instant extends neither that grant nor an own one', async () => {
  const ben = await stranger();
  const id = await folder('Until');
  const groupId = await group([ben]);
  valueOf(await share(id, [], { role: 'manager', groupIds: [groupId], expiresAt: inMs(DAY_MS) }));
  expect(answerOf(await share(id, [ben], { role: 'manager', by: ben }))).toMatchObject({
    code: 'not_allowed',
  });
  const later = { nodeId: id, holderId: groupId, revision: 1 };
  for (const expiresAt of [null, inMs(2 * DAY_MS)]) {
    expect(errorOf(await changeGrant(services(), ben, { ...later, change: { expiresAt } }))).toEqual(
      NEEDS_MANAGER,
    );
  }
  valueOf(await share(id, [ben], { role: 'viewer' }));
  expect(errorOf(await change(id, ben, { by: ben, role: 'manager' })), 'a role that lasts').toEqual(
    NEEDS_MANAGER,
  );
  const earlier = { ...later, change: { expiresAt: inMs(1) } };
  expect(valueOf(await changeGrant(services(), ben, earlier)).expiresAt).toBe(inMs(1));
});

test('the list of people has the grants of the item itself, however many the folders above have', async () => {
  const { db } = services();
  const outer = await folder('Crowded');
  const inner = await folder('Inner', outer);
  const { owner } = here.state;
  await sql`insert into "user" (id, issuer, subject, username, email, email_verified, name, status, role, quota_bytes, created_at, updated_at)
    select gen_random_uuid(), 'many', 's' || n, 'u' || n, 'e' || n, true, '', 'active', 'member', 0, now(), now()
    from generate_series(1, ${SERVER_LIMITS.grantsPerNodeMax}) n`.execute(db);
  await sql`insert into "grant" (space_id, node_id, user_id, role, granted_by, message, created_at, updated_at)
    select ${owner.spaceId}, ${outer}, id, 'viewer', ${owner.person.id}, '', '2000-01-01', '2000-01-01'
    from "user" where issuer = 'many'`.execute(db);
  const ben = await stranger();
  valueOf(await share(inner, [ben], { role: 'editor' }));
  expect(await grantOf(inner, ben)).toEqual(['editor', null]);
  await db.deleteFrom('grant').where('node_id', '=', outer).execute();
});

test('who manages the space extends grants of their groups', async () => {
  const groupId = await group([here.state.owner.person]);
  const id = await folder('Own');
  valueOf(await share(id, [], { role: 'viewer', groupIds: [groupId], expiresAt: inMs(DAY_MS) }));
  const later = { nodeId: id, holderId: groupId, revision: 1, change: { expiresAt: null } };
  expect(valueOf(await changeGrant(services(), here.state.owner.person, later)).expiresAt).toBeNull();
});
