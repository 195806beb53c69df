// View links: what a guest sees, and what they cannot download.
import { VersionId } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { uploaded } from '../../../live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { guestWith, type LinksWorld, startLinksWorld } from '../links.world.ts';
import { getGuestLink } from '../guest/get-link.ts';
import type { Guest } from '../guest/open-link.ts';
import { getGuestThumbnails } from '../guest/get-thumbnails.ts';
import { listGuestChildren } from '../guest/list-items.ts';
import { signGuestContent, signGuestContents } from '../guest/sign-content.ts';
import { createLink } from '../manage/create-link.ts';
import { listNodeLinks } from '../manage/list-links.ts';
import { revokeLink } from '../manage/revoke-link.ts';

let here: LinksWorld;
let owner: Owner;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const QUERY = { sort: 'name', order: 'asc', at: 0, limit: 10 } as const;
type Uploaded = Awaited<ReturnType<LinksWorld['upload']>>;
const asked = ({ id, versionId }: Uploaded) => ({ nodeId: id, versionId: VersionId.parse(versionId) });

test('a guest of a view link lists and previews, and cannot download', async () => {
  const folder = await here.makeFolder(owner, 'looked at');
  const file = await here.upload(owner, 'plan.txt', { parentId: folder.id, text: 'the plan' });
  const { guest, link } = await here.share(owner.person, folder, { kind: 'view' });
  expect(link.kind).toBe('view');
  expect(valueOf(await getGuestLink(here.services, guest))).toMatchObject({ kind: 'view' });
  const list = await listGuestChildren(here.services, guest, { nodeId: folder.id, query: QUERY });
  expect(valueOf(list).items.map(({ name }) => name)).toEqual(['plan.txt']);
  const shown = await signGuestContent(here.services, guest, { nodeId: file.id, disposition: 'inline' });
  expect(await (await fetch(valueOf(shown).url)).text()).toBe('the plan');
  const taken = await signGuestContent(here.services, guest, { nodeId: file.id, disposition: 'attachment' });
  expect(errorOf(taken).code).toBe('not_allowed');
  const many = await signGuestContents(here.services, guest, { files: [asked(file)] });
  expect(errorOf(many).code).toBe('not_allowed');
  const [seen] = valueOf(await listNodeLinks(here.services, owner.person, folder.id)).items;
  expect(seen?.downloads).toBe(0);
});

test('a view link has nothing to count and no terms', async () => {
  const folder = await here.makeFolder(owner, 'uncounted');
  const expiresAt = new Date(here.world.clock.now().getTime() + 60_000).toISOString();
  const base = { kind: 'view', label: '', password: null, expiresAt, request: null } as const;
  for (const limit of [
    { downloadsMax: 3, bytesMax: null },
    { downloadsMax: null, bytesMax: 9 },
  ]) {
    const made = await createLink(here.services, owner.person, {
      nodeId: folder.id,
      wanted: { ...base, ...limit },
    });
    expect(errorOf(made)).toMatchObject({ code: 'invalid_request', issues: [{ code: 'unknown_member' }] });
  }
});

test('thumbnails exist for current items of the link only, and not for a link with a limit', async () => {
  const folder = await here.makeFolder(owner, 'pictures');
  const inside = await here.upload(owner, 'in.png', { parentId: folder.id });
  const outside = await here.upload(owner, 'out.png');
  const { guest, link } = await here.share(owner.person, folder, { kind: 'view' });
  const ask = async (files: readonly Uploaded[], as = guest) =>
    await getGuestThumbnails(here.services, as, { files: files.map(asked) });
  expect(valueOf(await ask([inside, outside])).items.map(({ state }) => state)).toEqual([
    'wanted',
    'refused',
  ]);
  // The version id of another file gives no access to it.
  const mixed = { files: [{ ...asked(inside), versionId: VersionId.parse(outside.versionId) }] };
  expect(valueOf(await getGuestThumbnails(here.services, guest, mixed)).items[0]?.state).toBe('refused');
  const counted = await here.share(owner.person, folder, { downloadsMax: 1 });
  expect(errorOf(await ask([inside], counted.guest)).code).toBe('link_exhausted');
  expect(errorOf(await ask([inside], guestWith('x'.repeat(22)))).code).toBe('link_unknown');
  const locked = await here.share(owner.person, folder, { password: 'nine ladies dancing' });
  expect(errorOf(await ask([inside], locked.guest)).code).toBe('link_password_required');
  valueOf(await revokeLink(here.services, owner.person, link.id));
  expect(errorOf(await ask([inside])).code).toBe('link_unknown');
});

test('rows hold the blurred picture where guests see thumbnails, and not for a link with a limit', async () => {
  const folder = await here.makeFolder(owner, 'blurred');
  const file = await here.upload(owner, 'in.png', { parentId: folder.id });
  const picture = { width: 4, height: 3, thumbHash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' };
  await here.setDrawn(file, picture);
  const shownTo = async (guest: Guest, ofFile: Guest) => {
    const list = await listGuestChildren(here.services, guest, { nodeId: folder.id, query: QUERY });
    const link = valueOf(await getGuestLink(here.services, ofFile));
    return [valueOf(list).items[0]?.picture, link.kind === 'request' ? undefined : link.node.picture];
  };
  const open = async (wanted: Parameters<LinksWorld['share']>[2]) => {
    const [whole, single] = [
      await here.share(owner.person, folder, wanted),
      await here.share(owner.person, file, wanted),
    ];
    return await shownTo(whole.guest, single.guest);
  };
  expect(await open({ kind: 'view' })).toEqual([picture, picture]);
  expect(await open({})).toEqual([picture, picture]);
  expect(await open({ downloadsMax: 1 })).toEqual([undefined, undefined]);
  expect(await open({ bytesMax: 1_000_000 })).toEqual([undefined, undefined]);
});

test('guests get no thumbnail of a replaced version, even next to the current one', async () => {
  const folder = await here.makeFolder(owner, 'redrawn');
  const before = await here.upload(owner, 'map.png', { parentId: folder.id });
  const bytes = Buffer.from('drawn again');
  const wish = { name: 'map.png', bytes, parentId: folder.id, conflict: 'replace' } as const;
  const after = await uploaded(here.services, owner, wish);
  expect(after.id).toBe(before.id);
  const { guest } = await here.share(owner.person, folder, { kind: 'view' });
  const answer = await getGuestThumbnails(here.services, guest, { files: [asked(before), asked(after)] });
  expect(valueOf(answer).items.map(({ state }) => state)).toEqual(['refused', 'wanted']);
});

test('guests cannot trigger checks of the store', async () => {
  const folder = await here.makeFolder(owner, 'looked for');
  const file = await here.upload(owner, 'lost.png', { parentId: folder.id });
  await here.setDrawn(file, { width: 4, height: 3, thumbHash: null });
  const { guest } = await here.share(owner.person, folder, { kind: 'view' });
  const listed = await listGuestChildren(here.services, guest, { nodeId: folder.id, query: QUERY });
  expect(valueOf(listed).items[0]?.picture).toBeUndefined();
  const head = vi.spyOn(here.services.blobs, 'head');
  const files = Array.from({ length: 200 }, () => ({ ...asked(file), isLost: true as const }));
  const { items } = valueOf(await getGuestThumbnails(here.services, guest, { files }));
  expect(items.map(({ state }) => state)).toEqual(files.map(() => 'ready'));
  expect(head).not.toHaveBeenCalled();
});

test("the dialog gets the settings' limits for new links", async () => {
  const folder = await here.makeFolder(owner, 'by the rules');
  const { policy } = valueOf(await listNodeLinks(here.services, owner.person, folder.id));
  expect(policy).toEqual({ isAllowed: true, needsPassword: false, daysMax: 365 });
});
