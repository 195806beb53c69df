import { ActivityQuery, NodeId, type Person } from '@coffer/contracts';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../../live.world.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { moveWorld } from '../move/move.world.ts';
import { renameNode } from '../rename-node.ts';
import { restoreNodes } from '../trash/restore-nodes.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { listActivity } from './list-activity.ts';

const here = moveWorld();
const { file, folder, move } = here;

const activity = async (
  nodeId: string,
  { by = here.owner.person, query = {} }: { by?: Person; query?: Record<string, string> } = {},
) =>
  await listActivity(here.world.services, by, {
    nodeId: NodeId.parse(nodeId),
    query: ActivityQuery.parse(query),
  });
const itemsOf = async (nodeId: string) => valueOf(await activity(nodeId)).items;

const addMember = async (role: 'viewer' | 'contributor') => {
  const member = await here.world.addOwner();
  await here.world.services.db
    .insertInto('member')
    .values({
      space_id: here.owner.spaceId,
      user_id: member.person.id,
      role,
      created_at: here.world.clock.now(),
    })
    .execute();
  return member.person;
};

test('a folder shows its own events and those of direct children, newest first', async () => {
  const outer = await folder('outer');
  const inner = await folder('inner', outer.id);
  await folder('deep', inner.id);
  const { services } = here.world;
  valueOf(await renameNode(services, here.owner.person, { nodeId: inner.id, name: 'renamed', revision: 1 }));
  valueOf(await move([inner.id], here.owner.rootId));
  await trashNodes(services, here.owner.person, [outer.id]);
  await restoreNodes(services, here.owner.person, [outer.id]);
  const root = { id: here.owner.rootId, isRoot: true };
  expect(await itemsOf(outer.id)).toMatchObject([
    { name: 'outer', action: { kind: 'restored' } },
    { name: 'outer', action: { kind: 'trashed' } },
    {
      name: 'renamed',
      action: { kind: 'moved', from: { id: outer.id, name: 'outer', isRoot: false }, to: root },
    },
    { name: 'renamed', action: { kind: 'renamed', from: 'inner' } },
    { name: 'inner', nodeId: inner.id, action: { kind: 'created' }, author: { kind: 'you' } },
    { name: 'outer', nodeId: outer.id, action: { kind: 'created' } },
  ]);
  expect((await itemsOf(inner.id)).map(({ name }) => name)).toEqual(['renamed', 'renamed', 'deep', 'inner']);
});

test('pages follow each other without gaps or repetitions', async () => {
  const outer = await folder('paged');
  for (let number = 1; number <= 5; number += 1) await folder(`child ${number}`, outer.id);
  const names: string[] = [];
  let after: string | null = null;
  do {
    const query: Record<string, string> = { limit: '2', ...(after === null ? {} : { after }) };
    const page = valueOf(await activity(outer.id, { query }));
    expect(page.items.length).toBeLessThanOrEqual(2);
    names.push(...page.items.map(({ name }) => name));
    after = page.next;
  } while (after !== null);
  expect(names).toEqual(['child 5', 'child 4', 'child 3', 'child 2', 'child 1', 'paged']);
});

test('strangers get node_not_found, and so does everyone for a trashed node', async () => {
  const secret = await folder('secret');
  const stranger = await here.world.addOwner();
  expect(errorOf(await activity(secret.id, { by: stranger.person })).code).toBe('node_not_found');
  await trashNodes(here.world.services, here.owner.person, [secret.id]);
  expect(errorOf(await activity(secret.id)).code).toBe('node_not_found');
});

test('a viewer reads names of people, a contributor sees only what happened to own files', async () => {
  await folder('of the owner');
  const viewer = await addMember('viewer');
  const contributor = await addMember('contributor');
  const own = await file('own.txt', here.owner.rootId, contributor.id);
  valueOf(
    await renameNode(here.world.services, here.owner.person, {
      nodeId: own,
      name: 'better.txt',
      revision: 1,
    }),
  );
  const { rootId } = here.owner;
  const seen = valueOf(await activity(rootId, { by: viewer })).items;
  expect(seen.map(({ author }) => author)).toEqual(
    Array.from({ length: 2 }, () => ({ kind: 'person', name: here.owner.person.name })),
  );
  const known = valueOf(await activity(rootId, { by: contributor })).items;
  expect(known).toMatchObject([{ name: 'better.txt', author: { kind: 'hidden_person' } }]);
  expect(known).toHaveLength(1);
});

test('the activity of an item is read through indexes', async () => {
  const { owner, world } = here;
  const statements: CompiledQuery[] = [];
  const pool = new Pool({ connectionString: world.connectionString, max: 1 });
  const db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query);
    },
  });
  const nodeId = NodeId.parse(owner.rootId);
  const query = ActivityQuery.parse({ after: '7' });
  valueOf(await listActivity({ ...world.services, db }, owner.person, { nodeId, query }));
  const statement = statements.find((each) => each.sql.includes('from event'));
  const plan = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const explain = `explain ${statement?.sql ?? ''}`;
    return JSON.stringify(
      (await tx.executeQuery(CompiledQuery.raw(explain, [...(statement?.parameters ?? [])]))).rows,
    );
  });
  for (const name of ['event_of_node', 'event_in_folder', 'event_from_folder']) {
    expect(plan).toMatch(new RegExp(`Index Scan Backward using ${name} on event`));
  }
  expect(plan).not.toMatch(/Seq Scan/);
  await db.destroy();
});
