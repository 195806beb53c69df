import { NodeId, type MoveRequest } from '@coffer/contracts';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { valueOf } from '../../src/live.world.ts';
import { copyWorld } from '../copy/copy.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const { file, folder, treeOf } = here;

const move = async (
  ids: readonly string[],
  parentId: string,
  { conflict, db = here.services.db }: Pick<MoveRequest, 'conflict'> & { db?: typeof here.services.db },
) =>
  valueOf(
    await moveNodes({ ...here.services, db }, here.owner.person, {
      ids: ids.map((id) => NodeId.parse(id)),
      parentId: NodeId.parse(parentId),
      conflict,
    }),
  );

/** How many statements a move of so many items takes, all of whose names are taken in another space. */
async function statementsFor(count: number, conflict: 'rename' | 'replace'): Promise<number> {
  const other = await here.world.addOwner({ quotaBytes: 1_000_000 });
  const key = { space_id: other.spaceId, user_id: here.owner.person.id };
  const created = { created_at: here.world.clock.now() };
  await here.services.db
    .insertInto('member')
    .values({ ...key, role: 'editor', ...created })
    .execute();
  const from = await folder(`${conflict} ${count}`);
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    await file(`img ${number}`, { owner: other, size: 1 });
    ids.push((await file(`img ${number}`, { parentId: from, size: 2 })).id);
  }
  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => await Promise.resolve(result),
  };
  const moved = await move(ids, other.rootId, { conflict, db: here.services.db.withPlugin(counter) });
  expect(moved.items.filter(({ ok }) => ok)).toHaveLength(count);
  expect(Object.keys(await treeOf(other.rootId))).toHaveLength(conflict === 'rename' ? 2 * count : count);
  return statements;
}

test.each(['rename', 'replace'] as const)(
  'names that are taken cost a move no statements each, with the rule %s',
  async (conflict) => {
    expect(await statementsFor(9, conflict)).toBe(await statementsFor(2, conflict));
  },
);

test('many items of one name are numbered one after the other, beyond the numbers that are taken', async () => {
  const to = await folder('to');
  for (const name of ['a', 'a (2)', 'a (4)', 'A (5)']) await file(name, { parentId: to, size: 1 });
  const ids: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    const parentId = await folder(`from ${number}`);
    ids.push((await file('a', { parentId, size: 2 })).id);
  }
  await move(ids, to, { conflict: 'rename' });
  const numbers = [3, ...Array.from({ length: 11 }, (_, at) => 6 + at)].map((number) => `a (${number})`);
  expect(Object.keys(await treeOf(to)).toSorted()).toEqual(
    ['a', 'a (2)', 'a (4)', 'A (5)', ...numbers].toSorted(),
  );
});
