import { expect, test } from 'vitest';
import { arrive, prepareFreshSignIns, world } from '../../../test/sign-in-scene.ts';
import { type Browser, PASSWORD } from '../../../test/sign-in-world.ts';
import {
  changeRole,
  createResetLink,
  disablePerson,
  enablePerson,
  findPeople,
  handOverFiles,
  invitePerson,
  listPeople,
} from './index.ts';
import { removePerson } from './removal/remove-person.ts';

prepareFreshSignIns();

async function arrivePerson(email: string): Promise<{ readonly id: string; readonly browser: Browser }> {
  const browser = await arrive(email);
  return { id: (await findPeople(world.services, email))[0]?.id ?? '', browser };
}

async function remove(by: { readonly browser: Browser }, { id }: { readonly id: string }): Promise<void> {
  const { body } = await by.browser.call('getSession');
  if (body.state !== 'signed_in') throw new Error('nobody is signed in');
  const row = await world.db
    .selectFrom('user')
    .select('revision')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const files = { kind: 'keep', days: 30 } as const;
  const about = { actor: body.person, personId: id, files, owners: [], revision: row.revision };
  expect((await removePerson(world.services, about)).ok).toBe(true);
}

const codeOf = (link: Awaited<ReturnType<typeof createResetLink>>) =>
  link.ok ? link.value.url.split('#')[1] : undefined;
const open = async (code: string | undefined) => (await world.browser().call('openLink', { code })).code;

const roleOf = async (browser: Browser) => {
  const { body } = await browser.call('getSession');
  return body.state === 'signed_in' ? body.person.role : undefined;
};

test('a role counts from the next call on, and the last administrator keeps theirs', async () => {
  const [ann, ben] = [await arrivePerson('ann@example.org'), await arrivePerson('ben@example.org')];
  expect((await changeRole(world.services, { userId: ann.id, role: 'administrator' })).ok).toBe(true);
  expect(await roleOf(ann.browser)).toBe('administrator');
  for (const refused of [
    await changeRole(world.services, { userId: ann.id, role: 'member' }),
    await disablePerson(world.services, ann.id),
  ]) {
    expect(refused).toMatchObject({ error: { code: 'last_administrator' } });
  }
  await changeRole(world.services, { userId: ben.id, role: 'administrator' });
  const both = await Promise.all(
    [ann, ben].map(async ({ id }) => await changeRole(world.services, { userId: id, role: 'member' })),
  );
  expect(
    both.filter(({ ok }) => ok),
    'not exactly one of two simultaneous calls succeeded',
  ).toHaveLength(1);
  const roles = [await roleOf(ann.browser), await roleOf(ben.browser)];
  expect(new Set(roles)).toEqual(new Set(['administrator', 'member']));
});

test.each(['disabled', 'demoted', 'removed'] as const)(
  'what an administrator issued gives no role any more once they are %s',
  async (end) => {
    const [ann, ben] = [await arrivePerson('ann@example.org'), await arrivePerson('ben@example.org')];
    for (const { id } of [ann, ben]) await changeRole(world.services, { userId: id, role: 'administrator' });
    const invite = async (role: 'administrator' | 'member', invitedBy: string) => {
      const email = `${role}-of-${invitedBy}@example.org`;
      return codeOf(await invitePerson(world.services, { email, name: '', role, invitedBy }));
    };
    const ended = [
      await invite('administrator', ann.id),
      codeOf(await createResetLink(world.services, { userId: ben.id, createdBy: ann.id })),
    ];
    const kept = [await invite('member', ann.id), await invite('administrator', ben.id)];
    if (end === 'disabled') await disablePerson(world.services, ann.id);
    if (end === 'demoted') await changeRole(world.services, { userId: ann.id, role: 'auditor' });
    if (end === 'removed') await remove(ben, ann);
    for (const code of ended) expect(await open(code)).toBe('link_replaced');
    for (const code of kept) expect(await open(code)).toBeUndefined();
  },
);

test('a disabled person is signed out at once, at the pool too, until enabled again', async () => {
  const { id, browser } = await arrivePerson('ann@example.org');
  expect(await disablePerson(world.services, id)).toEqual({ ok: true, value: { atPool: 'done' } });
  expect((await browser.call('getSession')).body).toMatchObject({ state: 'signed_out' });
  const revoked = await world.db.selectFrom('token_revocation').select('id').execute();
  expect(revoked, 'the refresh token was not queued for revocation').toHaveLength(1);
  expect((await world.browser().prove('ann@example.org', PASSWORD)).code).toBe('account_disabled');
  expect((await enablePerson(world.services, id)).ok).toBe(true);
  expect((await world.browser().prove('ann@example.org', PASSWORD)).body).toEqual({ step: 'signed_in' });
});

test('an unavailable pool does not keep a disabled person signed in', async () => {
  const { id, browser } = await arrivePerson('ann@example.org');
  world.wire.setMode('failing');
  expect(await disablePerson(world.services, id)).toEqual({ ok: true, value: { atPool: 'failed' } });
  world.wire.setMode('up');
  expect((await browser.call('getSession')).body).toMatchObject({ state: 'signed_out' });
  expect((await world.browser().prove('ann@example.org', PASSWORD)).code).toBe('account_disabled');
});

test('the list continues on the next page', async () => {
  const ids = [];
  for (const name of ['ann', 'ben', 'eve']) ids.push((await arrivePerson(`${name}@example.org`)).id);
  const first = await listPeople(world.services, { after: undefined, limit: 2 });
  const second = await listPeople(world.services, { after: first.next, limit: 2 });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(second.next).toBeUndefined();
});

test('the files of a departed person become a space of the receiver, with an event, and stay usable', async () => {
  const [ann, ben] = [await arrivePerson('ann@example.org'), await arrivePerson('ben@example.org')];
  await world.db.updateTable('user').set({ status: 'removed' }).where('id', '=', ann.id).execute();
  const handed = await handOverFiles(world.services, { fromId: ann.id, toId: ben.id, actorId: null });
  if (!handed.ok) throw new Error(handed.error.code);
  expect(handed.value.name).toBe('Files of Ada Lovelace');
  const { spaceId, rootId } = handed.value;
  const members = await world.db.selectFrom('member').selectAll().where('space_id', '=', spaceId).execute();
  expect(members).toMatchObject([{ user_id: ben.id, role: 'owner' }]);
  const event = await world.db
    .selectFrom('event')
    .selectAll()
    .where('space_id', '=', spaceId)
    .executeTakeFirst();
  expect(event).toMatchObject({
    verb: 'space_handed_over',
    actor_id: null,
    node_id: rootId,
    facts: { from: ann.id, to: ben.id },
  });
  expect(await handOverFiles(world.services, { fromId: ann.id, toId: ben.id, actorId: null })).toMatchObject({
    error: { code: 'space_not_found' },
  });
});

const toldTo = async (id: string) =>
  (await world.db.selectFrom('notification').select('subject').where('user_id', '=', id).execute()).map(
    ({ subject }) => subject,
  );

test('both people are notified of a handover, and administrators take over only deleted accounts', async () => {
  const [ann, ben, ada] = [
    await arrivePerson('ann@example.org'),
    await arrivePerson('ben@example.org'),
    await arrivePerson('ada@example.org'),
  ];
  const toSelf = { fromId: ann.id, toId: ada.id, actorId: ada.id };
  expect(await handOverFiles(world.services, toSelf)).toMatchObject({ error: { code: 'own_account' } });
  expect(await toldTo(ann.id)).toEqual([]);
  const handed = await handOverFiles(world.services, { fromId: ann.id, toId: ben.id, actorId: ada.id });
  if (!handed.ok) throw new Error(handed.error.code);
  const { spaceId, name } = handed.value;
  expect(await toldTo(ann.id)).toEqual([{ kind: 'files_handed_over', name, to: 'Ada Lovelace' }]);
  expect(await toldTo(ben.id)).toEqual([{ kind: 'space_added', spaceId, name, role: 'owner' }]);
  await world.db.updateTable('user').set({ status: 'removed' }).where('id', '=', ann.id).execute();
  expect(await handOverFiles(world.services, toSelf)).toMatchObject({ ok: true });
  expect(await toldTo(ann.id), 'a removed person was notified').toHaveLength(1);
});

test('a person who stays continues with an empty personal space', async () => {
  const [ann, ben] = [await arrivePerson('ann@example.org'), await arrivePerson('ben@example.org')];
  const before = await ann.browser.call('getSession');
  await handOverFiles(world.services, { fromId: ann.id, toId: ben.id, actorId: null });
  const after = await ann.browser.call('getSession');
  expect(after.body).toMatchObject({ state: 'signed_in' });
  expect(after.body).not.toMatchObject({
    personalSpace: 'personalSpace' in before.body ? before.body.personalSpace : {},
  });
});

test('handing files over to oneself or to a missing person is rejected', async () => {
  const [ann, ben] = [await arrivePerson('ann@example.org'), await arrivePerson('ben@example.org')];
  expect(await handOverFiles(world.services, { fromId: ann.id, toId: ann.id, actorId: null })).toMatchObject({
    error: { code: 'invalid_request' },
  });
  await disablePerson(world.services, ben.id);
  expect(await handOverFiles(world.services, { fromId: ann.id, toId: ben.id, actorId: null })).toMatchObject({
    error: { code: 'person_not_found' },
  });
});
