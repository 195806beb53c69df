// Counts statements and changed rows, because timings depend on load.
import { randomUUID } from 'node:crypto';
import { NodeId } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Owner, startWorld, valueOf, type World } from '../../live.world.ts';
import { createFolder } from './create-folder.ts';
import { moveNodes } from './move/move-nodes.ts';
import { renameNode } from './rename-node.ts';
import { trashNodes } from './trash/trash-nodes.ts';
import { sql } from 'kysely';

let world: World;
let owner: Owner;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function folderWith(descendants: number, name = `with ${descendants}`): Promise<NodeId> {
  const { db, clock } = world.services;
  const folder = valueOf(
    await createFolder(world.services, owner.person, {
      parentId: NodeId.parse(owner.rootId),
      name,
      ifExists: 'fail',
    }),
  );
  const now = clock.now();
  let parentId: string = folder.id;
  for (let made = 0; made < descendants; made += 500) {
    const rows = Array.from({ length: Math.min(500, descendants - made) }, (_, index) => ({
      space_id: owner.spaceId,
      id: randomUUID(),
      parent_id: parentId,
      kind: 'folder' as const,
      name: `n${index}`,
      name_key: `n${index}`,
      name_sort: `n${index}`,
      current_version_id: null,
      size_bytes: 0,
      media_type: '',
      modified_at: now,
      created_by: owner.person.id,
      trashed_at: null,
      trashed_by: null,
      created_at: now,
      updated_at: now,
    }));
    await db.insertInto('node').values(rows).execute();
    parentId = rows[0]?.id ?? parentId;
  }
  return folder.id;
}

async function moveBack(id: NodeId): Promise<void> {
  const parentId = NodeId.parse(owner.rootId);
  valueOf(await moveNodes(world.services, owner.person, { ids: [id], parentId, conflict: 'fail' }));
}

/** Counts the rows whose transaction id changed. */
async function changedRows(work: () => Promise<unknown>): Promise<number> {
  const { db } = world.services;
  const stamp = sql<{
    id: string;
    stamp: string;
  }>`select id, xmin::text as stamp from node where space_id = ${owner.spaceId}`;
  const before = new Map((await stamp.execute(db)).rows.map((row) => [row.id, row.stamp]));
  await work();
  const after = (await stamp.execute(db)).rows;
  return after.filter((row) => before.get(row.id) !== row.stamp).length;
}

test.each([10, 10_000])(
  'renaming, moving and trashing a folder with %i descendants changes one row',
  async (descendants) => {
    const id = await folderWith(descendants);
    const rename = async () =>
      valueOf(
        await renameNode(world.services, owner.person, {
          nodeId: id,
          name: `renamed ${descendants}`,
          revision: 1,
        }),
      );
    expect(await changedRows(rename)).toBe(1);
    const target = await folderWith(0, `target of ${descendants}`);
    const move = async () =>
      valueOf(
        await moveNodes(world.services, owner.person, { ids: [id], parentId: target, conflict: 'fail' }),
      );
    // The first move also updates the stored depth of the folders above.
    await move();
    expect(await changedRows(async () => await moveBack(id))).toBe(1);
    expect(await changedRows(move)).toBe(1);
    const trash = async () => await trashNodes(world.services, owner.person, [id]);
    expect(await changedRows(trash)).toBe(1);
  },
);
