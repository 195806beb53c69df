// What people do in a folder that was shared with them.
import { defined } from '@coffer/kit';
import { NodeId, SearchQuery, type NodeView } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { create, sendAll, begin, uploaded } from '../../src/live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../src/live.world.ts';
import { getContent } from '../../src/features/content/get-content.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { search } from '../../src/features/files/find/search.ts';
import { listVersions } from '../../src/features/files/list-versions.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { renameNode } from '../../src/features/files/rename-node.ts';
import { restoreVersion } from '../../src/features/files/restore-version.ts';
import { purgeNodes } from '../../src/features/files/trash/purge-nodes.ts';
import { restoreNodes } from '../../src/features/files/trash/restore-nodes.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { completeUpload } from '../../src/features/uploads/complete/complete-upload.ts';
import { expireUploads } from '../../src/features/uploads/end/expire-uploads.ts';
import { small, uploadWorld } from '../../src/features/uploads/upload.world.ts';
import { changeGrant } from '../../src/features/sharing/change-grant.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { removeGrant } from '../../src/features/sharing/remove-grant.ts';

const here = uploadWorld();

type Role = 'viewer' | 'editor' | 'manager';

const folder = async (name: string, parentId: string, by: Owner = here.owner) =>
  await createFolder(here.services, by.person, {
    parentId: NodeId.parse(parentId),
    name,
    ifExists: 'fail',
  });

async function give(nodeId: NodeId, { person }: Owner, role: Role): Promise<void> {
  const grant = { nodeId, personIds: [person.id], groupIds: [], role, expiresAt: null, message: '' };
  valueOf(await createGrants(here.services, here.owner.person, grant));
}

/** `shared` is in `projects`, which also has `beside`. */
async function scene(role: Role) {
  const guest = await here.world.addOwner();
  const projects = valueOf(await folder('Projects', here.owner.rootId));
  const shared = valueOf(await folder('Shared', projects.id));
  const beside = valueOf(await folder('Beside', projects.id));
  const inner = valueOf(await folder('Inner', shared.id));
  const bytes = small('plan');
  const file = await uploaded(here.services, here.owner, { name: 'plan.txt', bytes, parentId: shared.id });
  await give(shared.id, guest, role);
  return { guest, projects, shared, beside, inner, file };
}

const rename = async (by: Owner, { id: nodeId, revision }: NodeView, name: string) =>
  await renameNode(here.services, by.person, { nodeId, name, revision });
const move = async (by: Owner, ids: readonly NodeId[], parentId: NodeId) =>
  await moveNodes(here.services, by.person, { ids: [...ids], parentId, conflict: 'replace' });
const codesOf = ({ items }: { readonly items: readonly ({ ok: true } | { ok: false; code: string })[] }) =>
  items.map((item) => (item.ok ? 'done' : item.code));

const needs = (role: string) => ({ code: 'not_allowed', facts: { needed_role: role } });

test('a viewer opens and downloads, but changes nothing', async () => {
  const { guest, shared, inner, file } = await scene('viewer');
  const content = await getContent(here.services, guest.person, {
    nodeId: file.id,
    disposition: 'attachment',
  });
  expect(await (await fetch(valueOf(content).url)).text()).toBe('plan');
  expect(valueOf(await listVersions(here.services, guest.person, { nodeId: file.id })).items).toHaveLength(1);
  const upload = { name: 'new.txt', bytes: small('new'), parentId: shared.id };
  expect(errorOf(await create(here.services, guest, upload))).toEqual(needs('contributor'));
  expect(errorOf(await folder('New', shared.id, guest))).toEqual(needs('contributor'));
  expect(errorOf(await rename(guest, file, 'other.txt'))).toEqual(needs('editor'));
  expect(errorOf(await move(guest, [file.id], inner.id))).toEqual(needs('contributor'));
  expect(codesOf(await trashNodes(here.services, guest.person, [file.id, shared.id]))).toEqual([
    'not_allowed',
    'not_allowed',
  ]);
  await trashNodes(here.services, here.owner.person, [file.id]);
  expect(codesOf(await restoreNodes(here.services, guest.person, [file.id]))).toEqual(['not_allowed']);
  expect(codesOf(await purgeNodes(here.services, guest.person, [file.id]))).toEqual(['not_allowed']);
});

test('an editor uploads, makes folders, renames, moves, trashes and restores below the shared folder', async () => {
  const { guest, shared, inner, file } = await scene('editor');
  const before = (await here.use()).used_bytes;
  const made = valueOf(await folder('Made', inner.id, guest));
  const added = await uploaded(here.services, guest, {
    name: 'a.txt',
    bytes: small('abc'),
    parentId: made.id,
  });
  const replaced = await uploaded(here.services, guest, {
    name: 'plan.txt',
    bytes: small('plan 2'),
    parentId: shared.id,
    conflict: 'replace',
  });
  expect(replaced.id).toBe(file.id);
  expect((await here.use()).used_bytes - before, 'counted in the space of the owner').toBe(9);
  const versions = valueOf(await listVersions(here.services, here.owner.person, { nodeId: file.id })).items;
  expect(versions.map(({ authorId }) => authorId)).toEqual([guest.person.id, here.owner.person.id]);
  const first = defined(versions.at(-1), 'the first version');
  const restored = { nodeId: file.id, versionId: first.id, revision: replaced.revision };
  valueOf(await restoreVersion(here.services, guest.person, restored));

  valueOf(await rename(guest, added, 'b.txt'));
  expect(codesOf(valueOf(await move(guest, [added.id], shared.id)))).toEqual(['done']);
  expect(codesOf(await trashNodes(here.services, guest.person, [added.id]))).toEqual(['done']);
  expect(codesOf(await restoreNodes(here.services, guest.person, [added.id]))).toEqual(['done']);
  const events = await here.services.db
    .selectFrom('event')
    .select('verb')
    .where('space_id', '=', here.owner.spaceId)
    .where('actor_id', '=', guest.person.id)
    .orderBy('sequence')
    .execute();
  expect(events.map(({ verb }) => verb)).toEqual([
    'folder_created',
    'file_created',
    'version_created',
    'version_restored',
    'node_renamed',
    'node_moved',
    'node_trashed',
    'node_restored',
  ]);
});

test('a shared item keeps its name and place, whatever the role', async () => {
  for (const role of ['editor', 'manager'] as const) {
    const { guest, projects, shared, beside, inner } = await scene(role);
    expect(errorOf(await rename(guest, shared, 'Mine'))).toMatchObject({ code: 'not_allowed' });
    expect(codesOf(await trashNodes(here.services, guest.person, [shared.id]))).toEqual(['not_allowed']);
    expect(codesOf(valueOf(await move(guest, [shared.id], inner.id)))).toEqual(['not_allowed']);
    for (const outside of [projects.id, beside.id, NodeId.parse(here.owner.rootId)]) {
      expect(errorOf(await move(guest, [inner.id], outside))).toEqual({ code: 'node_not_found' });
      expect(errorOf(await folder('Deep', outside, guest))).toEqual({ code: 'node_not_found' });
      const upload = { name: 'a', bytes: small('a'), parentId: outside };
      expect(errorOf(await create(here.services, guest, upload))).toEqual({ code: 'node_not_found' });
    }
    await trashNodes(here.services, here.owner.person, [projects.id]);
  }
});

test('nothing leaves a shared folder for another one', async () => {
  const { guest, shared, beside, inner, file } = await scene('editor');
  await give(beside.id, guest, 'editor');
  const refused = valueOf(await move(guest, [inner.id, file.id], beside.id));
  expect(codesOf(refused)).toEqual(['outside_share', 'outside_share']);
  const back = valueOf(await folder('Back', beside.id, guest));
  expect(codesOf(valueOf(await move(guest, [back.id], shared.id)))).toEqual(['outside_share']);
  expect(codesOf(valueOf(await move(here.owner, [inner.id], beside.id)))).toEqual(['done']);
});

test('replacing a file by a move asks for the role at the target', async () => {
  const { guest, shared, inner } = await scene('viewer');
  await give(inner.id, guest, 'editor');
  const other = await uploaded(here.services, guest, {
    name: 'plan.txt',
    bytes: small('other'),
    parentId: inner.id,
  });
  expect(errorOf(await move(guest, [other.id], shared.id))).toMatchObject({ code: 'not_allowed' });
});

test('an upload that is under way ends with the grant, and gives the room back', async () => {
  const { guest, shared } = await scene('editor');
  const reserved = (await here.use()).reserved_bytes;
  const bytes = small('late');
  const begun = await begin(here.services, guest, { name: 'late.txt', bytes, parentId: shared.id });
  await sendAll(begun, bytes);
  expect(await expireUploads(here.services), 'an editor by grant is no stranger').toBe(0);
  const change = { nodeId: shared.id, holderId: guest.person.id };
  valueOf(
    await changeGrant(here.services, here.owner.person, {
      ...change,
      change: { role: 'viewer' },
      revision: 1,
    }),
  );
  expect(errorOf(await completeUpload(here.services, guest.person, begun.upload.id)).code).toBe(
    'not_allowed',
  );
  valueOf(await removeGrant(here.services, here.owner.person, change));
  expect(errorOf(await completeUpload(here.services, guest.person, begun.upload.id)).code).toBe(
    'node_not_found',
  );
  expect(await expireUploads(here.services)).toBe(1);
  expect((await here.use()).reserved_bytes).toBe(reserved);
});

test('an upload that was committed before access ended answers nothing to who lost it', async () => {
  const { guest, shared } = await scene('editor');
  const bytes = small('done');
  const begun = await begin(here.services, guest, { name: 'done.txt', bytes, parentId: shared.id });
  await sendAll(begun, bytes);
  valueOf(await completeUpload(here.services, guest.person, begun.upload.id));
  valueOf(await completeUpload(here.services, guest.person, begun.upload.id));
  const change = { nodeId: shared.id, holderId: guest.person.id };
  valueOf(await removeGrant(here.services, here.owner.person, change));
  expect(errorOf(await completeUpload(here.services, guest.person, begun.upload.id)).code).toBe(
    'upload_not_found',
  );
});

test('search covers shared items, names no space, and finds nothing next to them', async () => {
  const { guest, shared, beside, inner } = await scene('viewer');
  for (const [name, parentId] of [
    ['report one', shared.id],
    ['report two', inner.id],
    ['report three', beside.id],
  ] as const) {
    await uploaded(here.services, here.owner, { name, bytes: small(name), parentId });
  }
  const find = async (q: string) =>
    valueOf(await search(here.services, guest.person, SearchQuery.parse({ q })));
  const found = await find('report');
  expect(found.total).toBe(2);
  expect(
    found.items.map(({ node, space, path }) => [node.name, space, path.map(({ name }) => name)]),
  ).toEqual(
    expect.arrayContaining([
      ['report one', null, ['Shared']],
      ['report two', null, ['Shared', 'Inner']],
    ]),
  );
  expect((await find('shared')).items.map(({ node }) => [node.name, node.parentId])).toEqual([
    ['Shared', null],
  ]);
  expect((await find('projects')).total).toBe(0);
  await trashNodes(here.services, here.owner.person, [shared.id]);
  expect((await find('report')).total).toBe(0);
  const inTrash = SearchQuery.parse({ q: 'report', trash: 'include' });
  expect(valueOf(await search(here.services, guest.person, inTrash)).total).toBe(0);
});
