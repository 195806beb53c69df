import { AdminPeopleQuery, type AdminPeoplePage, type AdminPerson, type Person } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { arrive, prepareFreshSignIns, world } from '../../../../test/sign-in-scene.ts';
import { type Browser, PASSWORD } from '../../../../test/sign-in-world.ts';
import { valueOf } from '../../../live.world.ts';
import { jpegOf } from '../../account/picture.world.ts';
import { createGroup } from '../../groups/change-group.ts';
import { changeRole } from '../change-role.ts';
import { findPeople } from '../find-people.ts';
import { changeRoleOf } from './change-person.ts';
import { invitePeople } from './invite-people.ts';
import { listAdminPeople } from './list-people.ts';

prepareFreshSignIns();

interface Arrived {
  readonly id: string;
  readonly browser: Browser;
}

async function arrived(name: string, role: Person['role'] = 'member'): Promise<Arrived> {
  const browser = await arrive(`${name}@example.org`);
  const id = (await findPeople(world.services, `${name}@example.org`))[0]?.id ?? '';
  await changeRole(world.services, { userId: id, role });
  return { id, browser };
}

async function personOf({ browser }: Arrived): Promise<Person> {
  const { body } = await browser.call('getSession');
  if (body.state !== 'signed_in') throw new Error('nobody is signed in');
  return body.person;
}

async function list(actor: Person, query: Readonly<Record<string, string>> = {}): Promise<AdminPeoplePage> {
  const listed = await listAdminPeople(world.services, actor, AdminPeopleQuery.parse(query));
  if (!listed.ok) throw new Error(listed.error.code);
  return listed.value;
}

const emailsOf = ({ items }: AdminPeoplePage) => items.map(({ email }) => email.split('@')[0]);
const isPerson = (item: AdminPeoplePage['items'][number]): item is AdminPerson => item.status !== 'invited';
const on = (personId: string) => ({ params: { personId } });

test('only administrators administer people, whatever the call', async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben')];
  const calls = async (browser: Browser) => [
    await browser.call('listAdminPeople'),
    await browser.call('invitePeople', { people: [{ email: 'new@example.org' }] }),
    await browser.call('withdrawInvitation', { email: 'new@example.org' }),
    await browser.call('createResetLink', undefined, on(ada.id)),
    await browser.call('disablePerson', undefined, on(ada.id)),
    await browser.call('enablePerson', undefined, on(ada.id)),
    await browser.call('signPersonOut', undefined, on(ada.id)),
    await browser.call('resetPersonFactors', undefined, on(ada.id)),
    await browser.call('removePersonPicture', undefined, on(ada.id)),
    await browser.call('handOverFiles', { toId: ben.id }, on(ada.id)),
  ];
  for (const role of ['member', 'auditor'] as const) {
    await changeRole(world.services, { userId: ben.id, role });
    for (const answer of await calls(ben.browser)) {
      expect(answer.problem).toMatchObject({ code: 'not_allowed', needed_role: 'administrator' });
    }
    const change = { role: 'administrator', revision: 1 } as const;
    const about = { actor: await personOf(ben), personId: ben.id };
    expect(await changeRoleOf(world.services, about, change)).toMatchObject({
      error: { code: 'not_allowed' },
    });
  }
  for (const answer of await calls(world.browser())) expect(answer.code).toBe('not_signed_in');
});

test('an administrator invites several at once, each with its own result', async () => {
  const ada = await arrived('ada', 'administrator');
  await arrived('ben');
  const { body } = await ada.browser.call('invitePeople', {
    people: [
      { email: 'Cleo@example.org', name: 'Cleo' },
      { email: 'BEN@example.org' },
      { email: 'dan@example.org' },
    ],
    role: 'auditor',
  });
  expect(body.items).toMatchObject([
    { ok: true, email: 'Cleo@example.org', link: { expiresAt: '2030-03-10T04:05:06.000Z' } },
    { ok: false, email: 'BEN@example.org', code: 'name_taken' },
    { ok: true, email: 'dan@example.org' },
  ]);
  const [first] = body.items;
  const code = first?.ok === true ? first.link.url.split('#')[1] : '';
  const opened = await world.browser().call('openLink', { code });
  expect(opened.body).toMatchObject({ name: 'Cleo', invitedBy: 'Ada Lovelace' });
  const page = await list(await personOf(ada));
  expect(page).toMatchObject({
    total: 4,
    counts: { active: 2, invited: 2, disabled: 0, removed: 0 },
    isPoolAdministered: true,
  });
  expect(emailsOf(page)).toEqual(['ada', 'ben', 'Cleo', 'dan']);
  await world.browser().call('acceptInvitation', { code, name: 'Cleo', password: PASSWORD });
  const auditors = await list(await personOf(ada), { role: 'auditor', status: 'active' });
  expect(emailsOf(auditors)).toEqual(['Cleo']);
  expect((await ada.browser.call('withdrawInvitation', { email: 'DAN@example.org' })).status).toBe(204);
  expect((await ada.browser.call('withdrawInvitation', { email: 'dan@example.org' })).code).toBe(
    'person_not_found',
  );
});

test('a duplicate or malformed address prevents all links', async () => {
  const { browser } = await arrived('ada', 'administrator');
  for (const people of [
    [{ email: 'a@example.org' }, { email: 'A@example.org' }],
    [{ email: 'a@example.org' }, { email: 'a b@example.org' }],
    [{ email: 'a@example.org', name: 'one\ntwo' }],
    [{ email: 'a@example.org', role: 'king' }],
    [{ email: 'a@example.org', password: PASSWORD }],
    Array.from({ length: 51 }, (_, count) => ({ email: `a${count}@example.org` })),
    [],
  ]) {
    expect((await browser.call('invitePeople', { people })).code).toBe('invalid_request');
  }
  expect(await world.db.selectFrom('one_time_link').select('email').execute()).toEqual([]);
});

test('after a timeout the pool is not asked for the remaining addresses', async () => {
  const ada = await arrived('ada', 'administrator');
  const actor = await personOf(ada);
  world.wire.setMode('failing');
  const people = ['a', 'b', 'c'].map((name) => ({ email: `${name}@example.org`, name: '' }));
  const invited = await invitePeople(world.services, actor, { people, role: 'member' });
  const refused = { ok: false, code: 'pool_unavailable' };
  expect(invited).toMatchObject({ value: { items: [refused, refused, refused] } });
});

test('without a key for the pool there are no invitations, and the list says so', async () => {
  const ada = await personOf(await arrived('ada', 'administrator'));
  const services = { ...world.services, pool: { ...world.services.pool, isAdministered: false } };
  const listed = await listAdminPeople(services, ada, AdminPeopleQuery.parse({}));
  expect(listed).toMatchObject({ value: { isPoolAdministered: false } });
  const people = [{ email: 'a@example.org', name: '' }];
  expect(await invitePeople(services, ada, { people, role: 'member' })).toMatchObject({
    error: { code: 'pool_key_missing' },
  });
});

test('an administrator removes a picture, once, and the person may choose another', async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben')];
  const choosePicture = async () =>
    (await ben.browser.call('setPicture', { picture: jpegOf('a face') })).body;
  const picturesOf = async () =>
    (await list(await personOf(ada))).items.filter(isPerson).map((item) => item.picture);
  const remove = async (id: string) => await ada.browser.call('removePersonPicture', undefined, on(id));
  const { picture } = await choosePicture();
  expect(await picturesOf()).toEqual([undefined, picture]);
  expect([(await remove(ben.id)).status, (await remove(ben.id)).status]).toEqual([204, 204]);
  expect(await picturesOf()).toEqual([undefined, undefined]);
  const read = await ben.browser.call('getPicture', undefined, { params: { pictureId: picture } });
  expect(read.code).toBe('person_not_found');
  const rows = world.db.selectFrom('audit').select(['actor_id', 'subject_id']);
  expect(await rows.where('action', '=', 'picture_removed').execute()).toEqual([
    { actor_id: ada.id, subject_id: ben.id },
  ]);
  const another = await choosePicture();
  expect(await picturesOf()).toEqual([undefined, another.picture]);
  expect((await remove(ada.id)).code).toBe('own_account');
  expect((await remove('019ab000-0000-7000-8000-000000000000')).code).toBe('person_not_found');
});

test('administrators cannot disable, sign out or reset themselves, and the last one stays', async () => {
  const ada = await arrived('ada', 'administrator');
  const ben = await arrived('ben');
  for (const answer of [
    await ada.browser.call('disablePerson', undefined, on(ada.id)),
    await ada.browser.call('signPersonOut', undefined, on(ada.id)),
    await ada.browser.call('resetPersonFactors', undefined, on(ada.id)),
    await ada.browser.call('createResetLink', undefined, on(ada.id)),
  ]) {
    expect(answer.code).toBe('own_account');
  }
  const actor = await personOf(ada);
  const about = { actor, personId: ada.id };
  const revisionOf = async () =>
    (await list(actor)).items.filter(isPerson).find(({ id }) => id === ada.id)?.revision;
  const revision = await revisionOf();
  expect(await changeRoleOf(world.services, about, { role: 'member', revision })).toMatchObject({
    error: { code: 'last_administrator' },
  });
  await changeRole(world.services, { userId: ben.id, role: 'administrator' });
  expect(
    await changeRoleOf(world.services, about, { role: 'member', revision: (revision ?? 0) - 1 }),
  ).toMatchObject({ error: { code: 'revision_conflict', facts: { current_revision: revision } } });
  expect(await changeRoleOf(world.services, about, { role: 'member', revision })).toMatchObject({ ok: true });
  expect((await ada.browser.call('listAdminPeople')).code, 'the former administrator kept access').toBe(
    'not_allowed',
  );
});

test('two administrators who disable each other leave one', async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben', 'administrator')];
  const answers = await Promise.all([
    ada.browser.call('disablePerson', undefined, on(ben.id)),
    ben.browser.call('disablePerson', undefined, on(ada.id)),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a person is disabled and enabled, signed out, and gets a link to a new password', async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben')];
  const stateOfBen = async () => (await ben.browser.call('getSession')).body.state;
  expect((await ada.browser.call('signPersonOut', undefined, on(ben.id))).status).toBe(204);
  expect(await stateOfBen()).toBe('signed_out');
  await ben.browser.prove('ben@example.org', PASSWORD);
  expect((await ada.browser.call('disablePerson', undefined, on(ben.id))).body).toEqual({ atPool: 'done' });
  expect(await stateOfBen()).toBe('signed_out');
  expect((await ada.browser.call('createResetLink', undefined, on(ben.id))).code).toBe('account_disabled');
  expect(emailsOf(await list(await personOf(ada), { status: 'disabled' }))).toEqual(['ben']);
  expect((await ada.browser.call('enablePerson', undefined, on(ben.id))).status).toBe(204);
  const link = await ada.browser.call('createResetLink', undefined, on(ben.id));
  const code = link.body.url.split('#')[1];
  const password = 'seven swans a-swimming 5';
  expect((await ben.browser.call('useResetLink', { code, password })).status).toBe(200);
  expect((await ben.browser.prove('ben@example.org', password)).body).toEqual({ step: 'signed_in' });
  const nobody = on('019ab000-0000-7000-8000-000000000000');
  expect((await ada.browser.call('disablePerson', undefined, nobody)).code).toBe('person_not_found');
  expect((await ada.browser.call('disablePerson', undefined, on('ben'))).code).toBe('invalid_request');
});

test('pages of every order list everyone once, and search text is matched literally', async () => {
  const ada = await personOf(await arrived('ada', 'administrator'));
  const now = world.clock.now();
  const people = Array.from({ length: 40 }, (_, count) => ({
    id: world.services.newId(),
    issuer: 'https://issuer.example',
    subject: String(count),
    username: `user-${count}`,
    // Some people have neither a name nor an e-mail address.
    email: count % 5 === 0 ? '' : `mail-${count}@example.org`,
    email_verified: true,
    name: count % 3 === 0 ? '' : `100%_'Twin${count % 2}`,
    status: (['active', 'disabled', 'removed'] as const)[count % 3] ?? 'active',
    role: 'member' as const,
    quota_bytes: 0,
    last_seen_at: count % 2 === 0 ? null : new Date(now.getTime() - count * DAY_MS),
    created_at: now,
    updated_at: now,
  }));
  await world.db.insertInto('user').values(people).execute();
  await invitePeople(world.services, ada, {
    people: [{ email: 'zoe@example.org', name: '' }],
    role: 'member',
  });
  const total = people.filter(({ status }) => status !== 'removed').length + 2;
  for (const sort of ['name', 'role', 'status', 'used', 'seen']) {
    for (const order of ['asc', 'desc']) {
      const found: string[] = [];
      for (let at = 0; at < total; at += 10) {
        const page = await list(ada, { sort, order, at: String(at), limit: '10' });
        expect(page.total).toBe(total);
        found.push(...page.items.map((item) => (isPerson(item) ? item.id : item.email)));
      }
      expect(new Set(found).size, `${sort} ${order}`).toBe(total);
    }
  }
  const seen = await list(ada, { sort: 'seen', order: 'desc', limit: '1' });
  expect(emailsOf(seen), 'people who were never seen came first').toEqual(['ada']);
  expect((await list(ada, { text: "100%_'TWIN1" })).total).toBeGreaterThan(0);
  for (const text of ['%', '_', String.raw`\ `, "'; drop table one_time_link; --", '%00']) {
    const matches = people.filter(({ name }) => text !== '' && name.includes(text.trim()));
    expect((await list(ada, { text })).total).toBe(
      matches.filter(({ status }) => status !== 'removed').length,
    );
  }
  expect((await list(ada, { text: 'user-', status: 'removed' })).total).toBe(13);
  expect((await list(ada, { at: '999999' })).items).toEqual([]);
  for (const query of [
    { sort: 'id' },
    { limit: '1001' },
    { at: '-1' },
    { text: '\u0000' },
    { status: 'x' },
  ]) {
    expect(AdminPeopleQuery.safeParse(query)).toMatchObject({ success: false });
  }
});

const auditOf = async (action: 'person_invited' | 'group_member_added') =>
  await world.db.selectFrom('audit').select(['actor_id', 'facts']).where('action', '=', action).execute();

test('an invitation may carry role, limit and groups, which the account has from the first sign-in', async () => {
  const ada = await arrived('ada', 'administrator');
  const actor = await personOf(ada);
  const group = valueOf(await createGroup(world.services, actor, { name: 'Design' }));
  const gone = valueOf(await createGroup(world.services, actor, { name: 'Gone' }));
  const { body } = await ada.browser.call('invitePeople', {
    people: [
      {
        email: 'eve@example.org',
        role: 'auditor',
        quotaBytes: 3_000_000_000,
        groupIds: [group.id, gone.id, group.id],
      },
    ],
  });
  expect(await auditOf('person_invited')).toMatchObject([
    { actor_id: ada.id, facts: { role: 'auditor', quota: 3_000_000_000, groups: ['Design', 'Gone'] } },
  ]);
  const [first] = body.items;
  const code = first?.ok === true ? first.link.url.split('#')[1] : '';
  await world.db.deleteFrom('group').where('id', '=', gone.id).execute();
  await world.browser().call('acceptInvitation', { code, name: 'Eve', password: PASSWORD });
  const eve = world.browser();
  await eve.prove('eve@example.org', PASSWORD);
  const { items } = await list(actor, { text: 'eve@' });
  expect(items).toMatchObject([{ role: 'auditor', quotaBytes: 3_000_000_000 }]);
  const members = await world.db
    .selectFrom('group_member')
    .innerJoin('user', 'user.id', 'group_member.user_id')
    .select(['group_id', 'user.email'])
    .execute();
  expect(members).toEqual([{ group_id: group.id, email: 'eve@example.org' }]);
  expect(
    await auditOf('group_member_added'),
    'the audit trail names another actor than the inviter',
  ).toMatchObject([{ actor_id: ada.id }]);
  for (const change of [
    { quotaBytes: 1 },
    { groupIds: ['no id'] },
    { groupIds: Array.from({ length: 21 }, () => group.id) },
    { role: 'king' },
  ]) {
    const people = [{ email: 'fay@example.org', ...change }];
    expect((await ada.browser.call('invitePeople', { people })).code).toBe('invalid_request');
  }
});

test('a list sent twice invites each person once, until the invitation expires', async () => {
  const ada = await arrived('ada', 'administrator');
  const people = ['a', 'b'].map((name) => ({ email: `${name}@example.org` }));
  const send = async (more: readonly { readonly email: string }[] = []) =>
    (await ada.browser.call('invitePeople', { people: [...people, ...more], onlyNew: true })).body.items;
  expect(await send()).toMatchObject([{ ok: true }, { ok: true }]);
  const open = await world.db.selectFrom('one_time_link').select('code_hash').execute();
  const refused = { ok: false, code: 'already_invited' };
  expect(await send([{ email: 'C@example.org' }])).toMatchObject([refused, refused, { ok: true }]);
  const after = await world.db
    .selectFrom('one_time_link')
    .select('code_hash')
    .where('ended_at', 'is', null)
    .execute();
  expect(after).toEqual(expect.arrayContaining(open));
  expect(after).toHaveLength(3);
  await world.db.updateTable('one_time_link').set({ expires_at: world.clock.now() }).execute();
  expect(await send()).toMatchObject([{ ok: true }, { ok: true }]);
});

const openTerms = async () =>
  await world.db
    .selectFrom('one_time_link')
    .select(['quota_bytes', 'group_ids', 'by_sharing'])
    .where('ended_at', 'is', null)
    .execute();

test('a new link keeps the terms of the earlier invitation, also of an expired one, but a new list does not', async () => {
  const ada = await personOf(await arrived('ada', 'administrator'));
  const group = valueOf(await createGroup(world.services, ada, { name: 'Design' }));
  const groupIds = [group.id];
  const invite = async (
    terms: Omit<Parameters<typeof invitePeople>[2]['people'][number], 'email' | 'name'>,
    onlyNew = false,
  ) =>
    valueOf(
      await invitePeople(world.services, ada, {
        people: [{ email: 'eve@example.org', name: '', ...terms }],
        role: 'member',
        onlyNew,
      }),
    );
  await invite({ quotaBytes: 3_000_000_000, groupIds });
  await world.db.updateTable('one_time_link').set({ by_sharing: true }).execute();
  await invite({});
  expect(await openTerms()).toEqual([{ quota_bytes: 3_000_000_000, group_ids: groupIds, by_sharing: true }]);
  await invite({ quotaBytes: 4_000_000_000 });
  expect(await openTerms()).toEqual([{ quota_bytes: 4_000_000_000, group_ids: groupIds, by_sharing: true }]);
  world.clock.advance(8 * DAY_MS);
  await invite({ groupIds: [] });
  expect(await openTerms()).toEqual([{ quota_bytes: 4_000_000_000, group_ids: [], by_sharing: true }]);
  world.clock.advance(8 * DAY_MS);
  await invite({}, true);
  expect(await openTerms()).toEqual([{ quota_bytes: null, group_ids: [], by_sharing: false }]);
});
