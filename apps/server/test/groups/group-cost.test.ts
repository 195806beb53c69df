// Queries of a person in many groups use indexes, however many groups, spaces and grants there are.
import type { NodeId, Person } from '@coffer/contracts';
import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../src/live.world.ts';
import type { Db } from '../../src/platform/db/db.ts';
import type { Schema } from '../../src/platform/db/schema.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { getNode } from '../../src/features/files/get-node.ts';
import { listSharedWithMe } from '../../src/features/sharing/list-shared.ts';
import { listSpacesOf, roleIn } from '../../src/features/spaces/index.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { readChanges } from '../../src/features/changes/store/changes.ts';

const GROUPS = 1_000;
const OF_PERSON = 50;
const PEOPLE = 2_000;
const GRANTS = 20_000;
/** Pages of 8 KiB that one read may touch. */
const PAGES_MAX = 3_000;

let world: World;
let db: Db;
let pool: Pool;
let person: Person;
let nodeId: NodeId;
let spaceId: string;
const statements: CompiledQuery[] = [];

beforeAll(async () => {
  world = await startWorld();
  pool = new Pool({ connectionString: world.connectionString, max: 1 });
  db = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query);
    },
  });
  ({ person } = await world.addOwner());
  const team = await makeTeam(world);
  spaceId = team.spaceId;
  nodeId = team.space.rootId;
  const ids: NodeId[] = [];
  for (let level = 1; level <= 10; level += 1) {
    const input = { parentId: nodeId, name: `level ${level}`, ifExists: 'fail' } as const;
    nodeId = valueOf(await createFolder(world.services, team.owner, input)).id;
    ids.push(nodeId);
  }
  await fill({ ownerId: team.owner.id, nodeIds: ids });
});
afterAll(async () => {
  await pool.end();
  await world[Symbol.asyncDispose]();
});

/** Many groups and people; the person is in some groups, and the tree is shared with all of them. */
async function fill({ ownerId, nodeIds }: { readonly ownerId: string; readonly nodeIds: readonly string[] }) {
  const make = world.services.db;
  await sql`insert into "user" (id, issuer, subject, username, email, email_verified, name, status, role, quota_bytes, created_at, updated_at)
    select gen_random_uuid(), 'i', 's' || n, 'u' || n, 'e' || n, true, 'n' || n, 'active', 'member', 0, now(), now()
    from generate_series(1, ${PEOPLE}) n`.execute(make);
  await sql`insert into "group" (id, name, source, created_at, updated_at)
    select gen_random_uuid(), 'group ' || n, 'local', now(), now() from generate_series(1, ${GROUPS}) n`.execute(
    make,
  );
  await sql`insert into group_member (group_id, user_id, created_at)
    select "group".id, "user".id, now() from "group" join "user" on "user".issuer = 'i'
    where ("user".subject || "group".name) like '%7%3'`.execute(make);
  await sql`insert into group_member (group_id, user_id, created_at)
    select id, ${person.id}, now() from "group" order by name limit ${OF_PERSON}`.execute(make);
  await sql`insert into space_group (space_id, group_id, role, created_at)
    select ${spaceId}, id, 'viewer', now() from "group" order by name limit ${OF_PERSON / 2}`.execute(make);
  await sql`insert into "grant" (space_id, node_id, group_id, role, granted_by, created_at, updated_at)
    select ${spaceId}, node_id, id, 'editor', ${ownerId}, now(), now()
    from unnest(${nodeIds}::uuid[]) node_id cross join (select id from "group" order by name limit 100) g`.execute(
    make,
  );
  await sql`insert into "grant" (space_id, node_id, user_id, role, granted_by, created_at, updated_at)
    select space.id, space.root_id, "user".id, 'viewer', "user".id, now(), now()
    from "user" cross join (select id, root_id from space where kind = 'personal' limit 10) space
    where "user".issuer = 'i' limit ${GRANTS}`.execute(make);
  await sql`vacuum analyze`.execute(make);
}

const isRead = ({ sql: text }: CompiledQuery) => /space_role|node_role/.test(text);

test.each([
  ['one folder, ten levels down', async () => await getNode({ ...world.services, db }, person, nodeId)],
  ['the role in a space', async () => await roleIn(db, spaceId, person.id)],
  ['the spaces', async () => await listSpacesOf(db, person.id)],
  [
    'what is shared',
    async () =>
      await listSharedWithMe({ ...world.services, db }, person, { sort: 'name', order: 'asc', limit: 50 }),
  ],
  [
    'the changes',
    async () => await readChanges(db, { since: { second: 0 }, personIds: [person.id], limit: 100 }),
  ],
])('reading %s scans neither grants nor groups', async (_, read) => {
  statements.length = 0;
  await read();
  const reads = statements.filter(isRead);
  expect(reads.length).toBeGreaterThan(0);
  for (const { sql: text, parameters } of reads) {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      [...parameters],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    const scanned = scansOf(plan).filter((table) => table === 'grant' || table === 'group_member');
    expect(scanned).toEqual([]);
    expect((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0)).toBeLessThan(PAGES_MAX);
  }
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Plan[];
}

/** Tables that are read from end to end. */
function scansOf(plan: Plan | undefined): readonly string[] {
  if (plan === undefined) return [];
  const own = plan['Node Type'] === 'Seq Scan' ? [plan['Relation Name'] ?? ''] : [];
  return [...own, ...(plan.Plans ?? []).flatMap(scansOf)];
}
