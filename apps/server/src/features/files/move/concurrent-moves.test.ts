import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { NodeId } from '@coffer/contracts';
import { valueOf } from '../../../live.world.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { lockSpace } from '../../spaces/index.ts';
import { renameNode } from '../rename-node.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { moveWorld } from './move.world.ts';

const here = moveWorld();
const { connect, folder, move } = here;

interface Row {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name_key: string;
  readonly trashed_at: Date | null;
  readonly levels_below: number;
}

const tree = async (): Promise<readonly Row[]> =>
  await here.world.services.db
    .selectFrom('node')
    .select(['id', 'parent_id', 'name_key', 'trashed_at', 'levels_below'])
    .where('space_id', '=', here.owner.spaceId)
    .execute();

/** The ids from the node to the root; ends early if there is a cycle. */
function pathOf(rows: ReadonlyMap<string, Row>, from: string): readonly string[] {
  const path: string[] = [];
  let id: string | null = from;
  while (id !== null && !path.includes(id)) {
    path.push(id);
    id = rows.get(id)?.parent_id ?? null;
  }
  return path;
}

function expectSound(all: readonly Row[]): void {
  const rows = new Map(all.map((row) => [row.id, row]));
  for (const row of all) {
    const path = pathOf(rows, row.id);
    expect(path.at(-1)).toBe(here.owner.rootId);
    for (const [distance, id] of path.entries()) {
      expect(rows.get(id)?.levels_below).toBeGreaterThanOrEqual(distance);
    }
  }
  const places = all
    .filter((row) => row.trashed_at === null)
    .map((row) => `${row.parent_id} ${row.name_key}`);
  expect(new Set(places).size).toBe(places.length);
}

/** Starts calls on several servers while the space is locked, then lets them continue together. */
async function atOnce<T>(calls: readonly ((db: Db) => Promise<T>)[]): Promise<readonly T[]> {
  const { db } = here.world.services;
  const gate = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const locking = inTransaction(db, async (tx) => {
    await lockSpace(tx, here.owner.spaceId);
    isLocked.resolve();
    await gate.promise;
  });
  await isLocked.promise;
  const running = calls.map(async (call) => await call(connect()));
  const waiting = sql<{ readonly count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const isWaiting = async (): Promise<boolean> => (await waiting.execute(db)).rows[0]?.count === calls.length;
  await vi.waitUntil(isWaiting, { timeout: 60_000 }).finally(() => gate.resolve());
  await locking;
  return await Promise.all(running);
}

test('of two moves that together would make a cycle exactly one happens', async () => {
  const a = await folder('a');
  const b = await folder('b');
  const answers = await atOnce([(db) => move([a.id], b.id, { db }), (db) => move([b.id], a.id, { db })]);
  const outcomes = answers.map((answer) => valueOf(answer).items[0]);
  expect(outcomes.filter((item) => item?.ok)).toHaveLength(1);
  expect(outcomes).toContainEqual(expect.objectContaining({ ok: false, code: 'move_into_itself' }));
  expectSound(await tree());
}, 120_000);

test('of many concurrent moves of one name into one folder exactly one succeeds', async () => {
  const target = await folder('target');
  const places = await Promise.all(Array.from({ length: 6 }, (_, index) => folder(`p${index}`)));
  const twins = await Promise.all(places.map(({ id }) => folder('twin', id)));
  const answers = await atOnce(
    twins.map(
      ({ id }) =>
        async (db) =>
          await move([id], target.id, { db }),
    ),
  );
  expect(answers.filter((answer) => valueOf(answer).items[0]?.ok)).toHaveLength(1);
  expectSound(await tree());
}, 120_000);

/** A small generator with a seed, so that a failure can be repeated. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each([1, 2, 3])(
  'concurrent moves, renames and deletions leave a tree without cycle, lost node or duplicate name (seed %i)',
  async (seed) => {
    const random = randomFrom(seed);
    const ids: string[] = [];
    for (let made = 0; made < 24; made += 1) {
      const parentId = made < 4 ? here.owner.rootId : (ids[random(ids.length)] ?? '');
      ids.push((await folder(`f${made}`, parentId)).id);
    }
    const any = (): string => ids[random(ids.length)] ?? '';
    const conflicts = ['fail', 'rename', 'replace'] as const;
    const before = await tree();
    const work = Array.from({ length: 200 }, (_, turn) => {
      const conflict = conflicts[random(3)] ?? 'fail';
      const kind = random(10);
      return async (db: Db): Promise<unknown> => {
        const services = { ...here.world.services, db };
        const { person } = here.owner;
        if (kind === 0) return await trashNodes(services, person, [NodeId.parse(any())]);
        const nodeId = NodeId.parse(any());
        if (kind === 1) {
          return await renameNode(services, person, { nodeId, name: `f${turn % 24}`, revision: 1 });
        }
        return await move([any(), any()], random(8) === 0 ? here.owner.rootId : any(), { conflict, db });
      };
    });
    const movers = Array.from({ length: 4 }, async (_, mover) => {
      const db = connect();
      for (let at = mover; at < work.length; at += 4) await work[at]?.(db);
    });
    await Promise.all(movers);
    const after = await tree();
    expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
    expectSound(after);
  },
  120_000,
);
