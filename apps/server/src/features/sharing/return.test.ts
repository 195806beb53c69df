import { NodeId, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { getNode } from '../files/get-node.ts';
import { moveNodes } from '../files/move/move-nodes.ts';
import { removeGrants } from './remove-grant.ts';
import { sharingWorld } from './sharing.world.ts';

const here = sharingWorld();
const { comeBack, folder, remove, services, share, stranger, withMe } = here;
const NOT_FOUND = { code: 'node_not_found' };

test('leaving can be undone for a short time, with role and end as they were', async () => {
  const [ben, cleo] = [await stranger(), await stranger()];
  const id = await folder('Plans');
  const expiresAt = new Date(here.state.world.clock.now().getTime() + DAY_MS).toISOString();
  valueOf(await share(id, [ben], { role: 'editor', expiresAt }));
  expect(errorOf(await comeBack(id, ben))).toEqual(NOT_FOUND);
  valueOf(await remove(id, ben, ben));
  expect(errorOf(await comeBack(id, cleo))).toEqual(NOT_FOUND);
  valueOf(await comeBack(id, ben));
  expect(errorOf(await comeBack(id, ben))).toEqual(NOT_FOUND);
  expect((await withMe(ben)).items).toMatchObject([
    { grant: { role: 'editor', expiresAt }, grantedBy: here.state.owner.person.name },
  ]);
  valueOf(await remove(id, ben, ben));
  here.state.world.clock.advance(SERVER_LIMITS.leaveUndoMs);
  expect(errorOf(await comeBack(id, ben))).toEqual(NOT_FOUND);
});

test('what somebody else decided meanwhile is not undone', async () => {
  const ben = await stranger();
  const id = await folder('Offers');
  valueOf(await share(id, [ben], { role: 'manager' }));
  valueOf(await remove(id, ben, ben));
  valueOf(await share(id, [ben], { role: 'viewer' }));
  expect(errorOf(await comeBack(id, ben))).toEqual(NOT_FOUND);
  expect(valueOf(await getNode(services(), ben, id)).role).toBe('viewer');
  valueOf(await remove(id, ben));
  expect(errorOf(await comeBack(id, ben))).toEqual(NOT_FOUND);
});

test('who gave it may take it away from whoever left, by stopping to share it', async () => {
  const [ben, cleo] = [await stranger(), await stranger()];
  const id = await folder('Budget');
  valueOf(await share(id, [ben, cleo], { role: 'viewer' }));
  valueOf(await remove(id, ben, ben));
  valueOf(await removeGrants(services(), here.state.owner.person, id));
  expect(errorOf(await comeBack(id, ben))).toEqual(NOT_FOUND);
});

test('nobody comes back to what the giver may not share any more', async () => {
  const [ben, cleo] = [await stranger(), await stranger()];
  const id = await folder('Prices');
  valueOf(await share(id, [ben], { role: 'manager' }));
  valueOf(await share(id, [cleo], { by: ben, role: 'viewer' }));
  valueOf(await remove(id, cleo, cleo));
  valueOf(await remove(id, ben));
  expect(errorOf(await comeBack(id, cleo))).toEqual(NOT_FOUND);
});

test('nobody comes back to what moved to another space meanwhile', async () => {
  const ben = await stranger();
  const id = await folder('Moved');
  valueOf(await share(id, [ben], { role: 'viewer' }));
  valueOf(await remove(id, ben, ben));
  const { person } = here.state.owner;
  const other = await here.state.world.addOwner();
  const member = { space_id: other.spaceId, user_id: person.id, role: 'manager' } as const;
  await services()
    .db.insertInto('member')
    .values({ ...member, created_at: here.state.world.clock.now() })
    .execute();
  const parentId = NodeId.parse(other.rootId);
  valueOf(await moveNodes(services(), person, { ids: [id], parentId, conflict: 'fail' }));
  expect(errorOf(await comeBack(id, ben))).toEqual(NOT_FOUND);
});
