import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, startWorld, type World } from '../../../../live.world.ts';
import type { Schema } from '../../../../platform/db/schema.ts';
import { countJobs } from './count-jobs.ts';

const DONE = 5_000;

let world: World;
let owner: Owner;

beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));
const insert = async (state: string, { count = 1, day = 20 } = {}): Promise<void> => {
  await sql`insert into job (id, kind, actor_id, state, space_ids, name, total, created_at, updated_at)
    select gen_random_uuid(), 'move', ${owner.person.id}, ${state}, array[${owner.spaceId}::uuid], '', 1,
      ${at(day)}, ${at(day)} from generate_series(1, ${count}::int)`.execute(world.services.db);
};

test('running and recently failed jobs are counted without reading finished ones', async () => {
  const { db } = world.services;
  await insert('done', { count: DONE });
  await insert('running', { count: 2 });
  await insert('undoing');
  await insert('failed', { count: 3 });
  await insert('failed', { count: 4, day: 2 });
  await sql`analyze job`.execute(db);
  expect(await countJobs(db, at(13))).toEqual({ running: 3, failed: 3 });
  const statements: CompiledQuery[] = [];
  const pool = new Pool({ connectionString: world.connectionString, max: 1 });
  const logged = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query);
    },
  });
  try {
    await countJobs(logged, at(13));
    const [statement] = statements;
    const explain = CompiledQuery.raw(`explain ${statement?.sql ?? ''}`, [...(statement?.parameters ?? [])]);
    const plan = JSON.stringify((await logged.executeQuery(explain)).rows);
    expect(plan).toContain('job_unfinished');
    expect(plan).toContain('job_failed');
    expect(plan).not.toContain('Seq Scan');
  } finally {
    await logged.destroy();
  }
});
