// A guest can access the link's item and what is below it now, and nothing else.
import { randomUUID } from 'node:crypto';
import { NodeId, VersionId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploaded } from '../../../live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { moveNodes } from '../../files/move/move-nodes.ts';
import { restoreNodes } from '../../files/trash/restore-nodes.ts';
import { trashNodes } from '../../files/trash/trash-nodes.ts';
import { changeMember } from '../../spaces/members/change-member.ts';
import { removeMember } from '../../spaces/members/remove-member.ts';
import { archiveSpace } from '../../spaces/team/archive-space.ts';
import { makeTeam } from '../../spaces/team.world.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { getGuestPath, listGuestChildren, listGuestTree } from '../guest/list-items.ts';
import type { Guest } from '../guest/open-link.ts';
import { signGuestContent, signGuestContents } from '../guest/sign-content.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';

let here: LinksWorld;
let owner: Owner;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const BY_NAME = { sort: 'name', order: 'asc', at: 0, limit: 100 } as const;

const list = async (guest: Guest, nodeId: string) =>
  await listGuestChildren(here.services, guest, { nodeId: NodeId.parse(nodeId), query: BY_NAME });
const download = async (guest: Guest, nodeId: string) =>
  await signGuestContent(here.services, guest, { nodeId: NodeId.parse(nodeId), disposition: 'attachment' });

/** Creates `shared/{inner/deep.txt, top.txt}` next to `beside.txt`, in a new folder. */
async function tree() {
  const outer = await here.makeFolder(owner, `outer ${randomUUID()}`);
  const shared = await here.makeFolder(owner, 'shared', outer.id);
  const inner = await here.makeFolder(owner, 'inner', shared.id);
  const top = await here.upload(owner, 'top.txt', { parentId: shared.id });
  const deep = await here.upload(owner, 'deep.txt', { parentId: inner.id });
  const beside = await here.upload(owner, 'beside.txt', { parentId: outer.id });
  return { outer, shared, inner, top, deep, beside };
}

/** The codes of every call that reads one node. */
async function codesFor(guest: Guest, node: { readonly id: string; readonly versionId: string | null }) {
  const nodeId = NodeId.parse(node.id);
  const files = node.versionId === null ? [] : [{ nodeId, versionId: VersionId.parse(node.versionId) }];
  const outcomes = [
    await list(guest, node.id),
    await getGuestPath(here.services, guest, nodeId),
    await download(guest, node.id),
    await signGuestContent(here.services, guest, { nodeId, disposition: 'inline' }),
    await listGuestTree(here.services, guest, { ids: [nodeId] }),
  ];
  const codes = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code));
  const signed = await signGuestContents(here.services, guest, { files });
  const signedCodes = signed.ok
    ? signed.value.items.map((item) => (item.ok ? 'ok' : item.code))
    : [signed.error.code];
  return [...codes, ...signedCodes];
}

const REFUSED = 'node_not_found';

test('a guest can list, browse and download the folder', async () => {
  const { shared, inner, deep } = await tree();
  const { guest } = await here.share(owner.person, shared);
  const link = valueOf(await getGuestLink(here.services, guest));
  expect(link).toMatchObject({
    kind: 'download',
    node: { id: shared.id, kind: 'folder', name: 'shared' },
    sharedBy: owner.person.name,
    downloadsLeft: null,
    kinds: [],
  });
  const listed = valueOf(await list(guest, shared.id)).items;
  expect(listed.map(({ name }) => name)).toEqual(['inner', 'top.txt']);
  expect(Object.keys(defined(listed[0], 'the folder is not listed')).toSorted()).toEqual(
    ['id', 'kind', 'mediaType', 'modifiedAt', 'name', 'revision', 'sizeBytes', 'versionId'].toSorted(),
  );
  const path = valueOf(await getGuestPath(here.services, guest, deep.id));
  expect(path.items.map(({ name }) => name)).toEqual(['shared', 'inner', 'deep.txt']);
  expect(
    valueOf(await listGuestTree(here.services, guest, { ids: [shared.id, inner.id] })).items,
  ).toHaveLength(3);
  const answer = await fetch(valueOf(await download(guest, deep.id)).url);
  expect([answer.headers.get('content-disposition'), await answer.text()]).toEqual([
    expect.stringMatching(/^attachment; filename="deep.txt"/),
    'deep.txt',
  ]);
});

test('parent folders, siblings, other spaces and invented ids are not found', async () => {
  const { outer, shared, beside } = await tree();
  const { guest } = await here.share(owner.person, shared);
  const other = await here.world.addOwner();
  const foreign = await here.upload(other, 'foreign.txt');
  for (const node of [outer, beside, foreign, { id: owner.rootId, versionId: null }]) {
    expect(new Set(await codesFor(guest, node))).toEqual(new Set([REFUSED]));
  }
  expect(new Set(await codesFor(guest, { id: randomUUID(), versionId: randomUUID() }))).toEqual(
    new Set([REFUSED]),
  );
});

test('a link to a file opens only this file', async () => {
  const { shared, top } = await tree();
  const { guest } = await here.share(owner.person, top);
  expect(valueOf(await getGuestLink(here.services, guest))).toMatchObject({
    kind: 'download',
    node: { name: 'top.txt', sizeBytes: 7 },
  });
  expect((await download(guest, top.id)).ok).toBe(true);
  expect(new Set(await codesFor(guest, shared))).toEqual(new Set([REFUSED]));
});

test('nodes moved out of the folder are hidden at the next call, and those moved in are visible', async () => {
  const { outer, shared, inner, deep, beside } = await tree();
  const { guest } = await here.share(owner.person, shared);
  expect((await download(guest, deep.id)).ok).toBe(true);
  const move = async (id: NodeId, parentId: NodeId) =>
    valueOf(await moveNodes(here.services, owner.person, { ids: [id], parentId, conflict: 'fail' }));
  await move(inner.id, outer.id);
  for (const node of [inner, deep]) expect(new Set(await codesFor(guest, node))).toEqual(new Set([REFUSED]));
  expect(valueOf(await list(guest, shared.id)).items.map(({ name }) => name)).toEqual(['top.txt']);
  await move(beside.id, shared.id);
  expect((await download(guest, beside.id)).ok).toBe(true);
});

test('trashed nodes are hidden, and the link works again when its folder is restored', async () => {
  const { outer, shared, inner, deep, top } = await tree();
  const { guest } = await here.share(owner.person, shared);
  await trashNodes(here.services, owner.person, [inner.id]);
  for (const node of [inner, deep]) expect(new Set(await codesFor(guest, node))).toEqual(new Set([REFUSED]));
  await trashNodes(here.services, owner.person, [outer.id]);
  expect(errorOf(await getGuestLink(here.services, guest)).code).toBe('link_unknown');
  expect(new Set(await codesFor(guest, top))).toEqual(new Set(['link_unknown']));
  await restoreNodes(here.services, owner.person, [outer.id]);
  expect((await getGuestLink(here.services, guest)).ok).toBe(true);
});

test('only current versions are handed out', async () => {
  const { shared, top } = await tree();
  const { guest } = await here.share(owner.person, shared);
  await uploaded(here.services, owner, {
    name: 'top.txt',
    bytes: Buffer.from('second version'),
    parentId: shared.id,
    conflict: 'replace',
  });
  const files = [{ nodeId: top.id, versionId: defined(top.versionId, 'the file is missing') }];
  expect(valueOf(await signGuestContents(here.services, guest, { files })).items).toEqual([
    { ok: false, code: REFUSED },
  ]);
});

async function teamLink() {
  const team = await makeTeam(here.world);
  const editor = await team.add('editor');
  const asOwner: Owner = { person: editor, spaceId: team.spaceId, rootId: team.space.rootId };
  const file = await here.upload(asOwner, 'plan.txt');
  const { guest } = await here.share(editor, file);
  const state = async () => {
    const link = await getGuestLink(here.services, guest);
    return link.ok ? 'ok' : link.error.code;
  };
  expect(await state()).toBe('ok');
  return { team, editor, file, guest, state };
}

test('a link ends with the role of its creator', async () => {
  const { team, editor, state } = await teamLink();
  const at = { spaceId: team.spaceId, holderId: editor.id };
  valueOf(await changeMember(team.services, team.owner, { ...at, role: 'viewer', revision: 1 }));
  expect(await state()).toBe('link_unknown');
  valueOf(await changeMember(team.services, team.owner, { ...at, role: 'editor', revision: 2 }));
  expect(await state()).toBe('ok');
  valueOf(await removeMember(team.services, team.owner, at));
  expect(await state()).toBe('link_unknown');
});

test('a link ends with the account of its creator, and with its space', async () => {
  const { team, editor, state } = await teamLink();
  const { db } = here.services;
  await db.updateTable('user').set({ status: 'disabled' }).where('id', '=', editor.id).execute();
  expect(await state()).toBe('link_unknown');
  await db.updateTable('user').set({ status: 'active' }).where('id', '=', editor.id).execute();
  expect(await state()).toBe('ok');
  valueOf(await archiveSpace(team.services, team.owner, team.spaceId));
  expect(await state()).toBe('link_unknown');
});
