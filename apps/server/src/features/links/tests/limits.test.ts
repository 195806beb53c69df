// Every end of a link takes effect immediately, also against parallel clients.
import { LIMITS } from '@coffer/contracts';
import { DAY_MS, defined, MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { getGuestLink } from '../guest/get-link.ts';
import { signGuestContent, signGuestContents } from '../guest/sign-content.ts';
import { changeLink } from '../manage/change-link.ts';
import { listNodeLinks } from '../manage/list-links.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { guestWith, type LinksWorld, startLinksWorld } from '../links.world.ts';
import { sweepLinks } from '../sweep-links.ts';

let here: LinksWorld;
let owner: Owner;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const CLIENTS = 200;
const addressOf = (index: number): string => `198.51.${Math.floor(index / 250)}.${(index % 250) + 1}`;
const tally = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((each) => each === code).length]));

test('200 parallel guests of a link with 10 downloads get 10 addresses, and the link has 10 downloads', async () => {
  const file = await here.upload(owner, 'ten.txt');
  const { token, guest } = await here.share(owner.person, file, { downloadsMax: 10 });
  const outcomes = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const asked = { nodeId: file.id, disposition: 'attachment' as const };
      const signed = await signGuestContent(here.services, guestWith(token, addressOf(index)), asked);
      return signed.ok ? 'signed' : signed.error.code;
    }),
  );
  expect(tally(outcomes)).toEqual({ signed: 10, link_exhausted: 190 });
  const [link] = valueOf(await listNodeLinks(here.services, owner.person, file.id)).items;
  expect(link).toMatchObject({ downloads: 10, downloadsMax: 10, state: 'exhausted' });
  expect(errorOf(await getGuestLink(here.services, guest)).code).toBe('link_exhausted');
});

test('parallel guests who ask for many files at once never get more files than the limit', async () => {
  const folder = await here.makeFolder(owner, 'many');
  const files = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const node = await here.upload(owner, `${index}.txt`, { parentId: folder.id });
      return { nodeId: node.id, versionId: defined(node.versionId, 'the file is missing') };
    }),
  );
  const { token } = await here.share(owner.person, folder, { downloadsMax: 10 });
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const signed = await signGuestContents(here.services, guestWith(token, addressOf(index)), { files });
      return signed.ok ? signed.value.items.filter((item) => item.ok).length : 0;
    }),
  );
  expect(outcomes.filter((count) => count > 0)).toEqual([4, 4]);
  const [link] = valueOf(await listNodeLinks(here.services, owner.person, folder.id)).items;
  expect(link?.downloads).toBe(8);
});

test('a link with a limit has no previews', async () => {
  const file = await here.upload(owner, 'limited.png');
  const { guest } = await here.share(owner.person, file, { downloadsMax: 1 });
  const asked = { nodeId: file.id, disposition: 'inline' as const };
  expect(errorOf(await signGuestContent(here.services, guest, asked)).code).toBe('link_exhausted');
  expect(valueOf(await getGuestLink(here.services, guest))).toMatchObject({ downloadsLeft: 1 });
});

test('addresses for guests are signed for a minute at most', async () => {
  const file = await here.upload(owner, 'film.mp4');
  const { guest } = await here.share(owner.person, file);
  for (const disposition of ['inline', 'attachment'] as const) {
    const { url } = valueOf(await signGuestContent(here.services, guest, { nodeId: file.id, disposition }));
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('60');
    expect((await fetch(url)).headers.get('cache-control')).toBe('private, max-age=60');
  }
  expect(LIMITS.linkUrlLifeMs).toBe(MINUTE_MS);
});

test('a revoked link ends at once, also for concurrent downloads', async () => {
  const file = await here.upload(owner, 'revoked.txt');
  const { link, guest } = await here.share(owner.person, file);
  const asked = { nodeId: file.id, disposition: 'attachment' as const };
  const [revoked, ...racing] = await Promise.all([
    revokeLink(here.services, owner.person, link.id),
    ...Array.from({ length: 20 }, async () => await signGuestContent(here.services, guest, asked)),
  ]);
  expect(revoked.ok).toBe(true);
  expect(racing.every((each) => each.ok || each.error.code === 'link_unknown')).toBe(true);
  expect(errorOf(await signGuestContent(here.services, guest, asked)).code).toBe('link_unknown');
  expect(errorOf(await getGuestLink(here.services, guest)).code).toBe('link_unknown');
  expect(errorOf(await getGuestLink(here.services, guestWith('A'.repeat(22))))).toEqual({
    code: 'link_unknown',
  });
});

test('visits count one client once in half an hour', async () => {
  const file = await here.upload(owner, 'visited.txt');
  const { token, link } = await here.share(owner.person, file);
  const visits = async () => {
    const { items } = valueOf(await listNodeLinks(here.services, owner.person, file.id));
    return items.find(({ id }) => id === link.id)?.visits;
  };
  const visit = async (address: string) =>
    valueOf(await getGuestLink(here.services, guestWith(token, address)));
  for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.2']) await visit(address);
  expect(await visits()).toBe(2);
  here.world.clock.advance(31 * MINUTE_MS);
  await visit('192.0.2.1');
  expect(await visits()).toBe(3);
  const rows = await here.services.db.selectFrom('link_visit').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('192.0.2');
});

test('a link expires to the second, is shown as expired for 30 days, and then forgotten with its visits', async () => {
  const file = await here.upload(owner, 'short.txt');
  const expiresAt = new Date(here.world.clock.now().getTime() + DAY_MS).toISOString();
  const { guest, link } = await here.share(owner.person, file, { expiresAt });
  here.world.clock.advance(DAY_MS - 1_000);
  expect((await getGuestLink(here.services, guest)).ok).toBe(true);
  here.world.clock.advance(1_000);
  expect(errorOf(await getGuestLink(here.services, guest)).code).toBe('link_expired');
  const mine = async () => valueOf(await listNodeLinks(here.services, owner.person, file.id)).items;
  expect((await mine()).map(({ state }) => state)).toEqual(['expired']);
  const later = new Date(here.world.clock.now().getTime() + DAY_MS).toISOString();
  const change = { expiresAt: later };
  valueOf(
    await changeLink(here.services, owner.person, { linkId: link.id, change, revision: link.revision }),
  );
  expect((await getGuestLink(here.services, guest)).ok).toBe(true);
  here.world.clock.advance(32 * DAY_MS);
  await sweepLinks(here.services);
  expect(await mine()).toEqual([]);
  const { rows } = { rows: await here.services.db.selectFrom('link_visit').select('id').execute() };
  expect(rows).toEqual([]);
});
