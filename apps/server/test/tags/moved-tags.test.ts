import { NodeId, type SpaceRole } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { valueOf } from '../../src/live.world.ts';
import { copyNodes } from '../../src/features/files/copy/copy-nodes.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { copyIn, folder, made, prepareTags, put, tagsOf, team, world } from './tags.world.ts';

prepareTags();

test('tags go along to another space by name, and with a copy', async () => {
  const other = await makeTeam(world);
  const { person } = await world.addOwner();
  const join = async (spaceId: string, role: SpaceRole) =>
    await world.services.db
      .insertInto('member')
      .values({ space_id: spaceId, user_id: person.id, role, created_at: world.clock.now() })
      .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doUpdateSet({ role }))
      .execute();
  await join(team.spaceId, 'manager');
  await join(other.spaceId, 'editor');
  const there = await made('KEPT', { by: other.owner, of: other.spaceId, color: 'green' });
  const tags = [await made('Kept'), await made('Made there'), await made('mine', { by: person, of: null })];
  const theirs = await made('theirs', { of: null });
  const top = await folder('top');
  const deep = await folder('deep', team.owner, top);
  for (const tag of tags) valueOf(await put(tag, [deep], { by: person }));
  valueOf(await put(theirs, [deep]));
  const into = { parentId: NodeId.parse(other.space.rootId), conflict: 'rename' as const };
  // Who may only add there makes no tags.
  await join(other.spaceId, 'contributor');
  const poor = copyIn(valueOf(await copyNodes(world.services, person, { ids: [deep], ...into })));
  expect(await tagsOf(poor, person)).toEqual(['KEPT', 'mine']);
  await join(other.spaceId, 'editor');
  const copy = copyIn(valueOf(await copyNodes(world.services, person, { ids: [deep], ...into })));
  expect(await tagsOf(copy, person)).toEqual(['KEPT', 'Made there', 'mine']);
  expect(await tagsOf(copy, other.owner)).toEqual(['KEPT', 'Made there']);
  const beside = { parentId: NodeId.parse(team.space.rootId), conflict: 'rename' as const };
  const near = copyIn(valueOf(await copyNodes(world.services, team.owner, { ids: [deep], ...beside })));
  expect(await tagsOf(near)).toEqual(['Kept', 'Made there', 'theirs']);
  valueOf(await moveNodes(world.services, person, { ids: [top], ...into }));
  expect(await tagsOf(deep, person)).toEqual(['KEPT', 'Made there', 'mine']);
  const rows = await world.services.db
    .selectFrom('node_tag')
    .select(['tag_id', 'space_id'])
    .where('node_id', '=', deep)
    .execute();
  expect(new Set(rows.map((row) => row.space_id))).toEqual(new Set([other.spaceId]));
  expect(rows.map((row) => row.tag_id)).toEqual(expect.arrayContaining([there.id, theirs.id]));
  expect(rows).toHaveLength(4);
});

test('the undo of a move to another space brings back the tags that were lost', async () => {
  const other = await makeTeam(world);
  const { person } = await world.addOwner();
  const join = async (spaceId: string, role: SpaceRole) =>
    await world.services.db
      .insertInto('member')
      .values({ space_id: spaceId, user_id: person.id, role, created_at: world.clock.now() })
      .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doUpdateSet({ role }))
      .execute();
  await join(team.spaceId, 'editor');
  await join(other.spaceId, 'contributor');
  const top = await folder('top');
  const deep = await folder('deep', team.owner, top);
  valueOf(await put(await made('Only here'), [deep]));
  const parentId = NodeId.parse(other.space.rootId);
  const moved = valueOf(await moveNodes(world.services, person, { ids: [top], parentId, conflict: 'fail' }));
  expect(await tagsOf(deep, other.owner)).toEqual([]);
  await join(other.spaceId, 'editor');
  valueOf(await undoJob(world.services, person, moved.jobId ?? ''));
  expect(await tagsOf(deep)).toEqual(['Only here']);
  // The undo of a later move brings back what the items had then.
  await join(other.spaceId, 'contributor');
  const go = async (to: string) =>
    valueOf(
      await moveNodes(world.services, person, { ids: [top], parentId: NodeId.parse(to), conflict: 'fail' }),
    );
  await go(parentId);
  await join(other.spaceId, 'editor');
  await go(team.space.rootId);
  await join(other.spaceId, 'contributor');
  valueOf(await put(await made('Later'), [deep]));
  const again = await go(parentId);
  await join(other.spaceId, 'editor');
  valueOf(await undoJob(world.services, person, again.jobId ?? ''));
  expect(await tagsOf(deep)).toEqual(['Later']);
  // Both of two moves are undone, the later one first.
  await join(other.spaceId, 'contributor');
  const there = await go(parentId);
  await join(other.spaceId, 'editor');
  const back = await go(team.space.rootId);
  expect(await tagsOf(deep)).toEqual([]);
  valueOf(await undoJob(world.services, person, back.jobId ?? ''));
  valueOf(await undoJob(world.services, person, there.jobId ?? ''));
  expect(await tagsOf(deep)).toEqual(['Later']);
});
