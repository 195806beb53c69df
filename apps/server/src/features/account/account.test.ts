import { defined, MINUTE_MS } from '@coffer/kit';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, test } from 'vitest';
import { newPerson, prepareSignIns, signIn, world } from '../../../test/sign-in-scene.ts';
import { addressOf, jpegOf, segment } from './picture.world.ts';
import { administer, type Browser, PASSWORD } from '../../../test/sign-in-world.ts';

prepareSignIns();

async function withAuthenticator(browser: Browser): Promise<string> {
  const started = await browser.call('startAuthenticator');
  expect(started.status).toBe(200);
  const code = authenticatorCode(started.body.secret, world.clock.now());
  expect((await browser.call('verifyAuthenticator', { code })).body).toMatchObject({ authenticator: true });
  return started.body.secret;
}

test('devices are listed with the current one first, and only one’s own can be signed out', async () => {
  const email = await newPerson();
  const [here, there, far] = [await signIn(email), await signIn(email), await signIn(email)];
  const stranger = await signIn(await newPerson());
  const list = await here.call('listSessions');
  expect(list.body.items).toHaveLength(3);
  expect(list.body.items[0]).toMatchObject({ isCurrent: true, device: 'Firefox, Linux', issuer: null });

  const other = list.body.items[1]?.id ?? '';
  expect((await stranger.call('endSession', undefined, { params: { sessionId: other } })).code).toBe(
    'session_not_found',
  );
  expect((await here.call('endSession', undefined, { params: { sessionId: other } })).status).toBe(204);
  expect((await here.call('endSession', undefined, { params: { sessionId: other } })).code).toBe(
    'session_not_found',
  );
  expect((await here.call('endOtherSessions')).body).toEqual({ ended: 1 });
  const states = await Promise.all([here, there, far].map(async (browser) => browser.call('getSession')));
  expect(states.map(({ body }) => body.state)).toEqual(['signed_in', 'signed_out', 'signed_out']);
  expect((await stranger.call('getSession')).body.state).toBe('signed_in');
});

test('changing the password requires the current one and signs out the other devices', async () => {
  const email = await newPerson();
  const [here, there] = [await signIn(email), await signIn(email)];
  const request = {
    previousPassword: PASSWORD,
    newPassword: 'seven swans a-swimming',
    endsOtherSessions: true,
  };
  const wrong = await here.call('changePassword', { ...request, previousPassword: 'five gold rings!' });
  expect([wrong.status, wrong.code]).toEqual([401, 'sign_in_failed']);
  const weak = await here.call('changePassword', { ...request, newPassword: 'passwordpassword' });
  expect(weak.code).toBe('invalid_request');
  expect((await here.call('changePassword', request)).body).toEqual({ ended: 1 });
  expect((await there.call('getSession')).body.state).toBe('signed_out');
  expect((await here.call('getSession')).body.state).toBe('signed_in');
  expect((await world.browser().prove(email, PASSWORD)).code).toBe('sign_in_failed');
  await signIn(email, request.newPassword);
  expect(world.lines.join('\n')).not.toContain(request.newPassword);
});

test('a change that may lock a person out requires a sign-in within the last ten minutes', async () => {
  const email = await newPerson();
  const browser = await signIn(email);
  await withAuthenticator(browser);
  world.clock.advance(11 * MINUTE_MS);
  for (const [name, body] of [
    ['startAuthenticator', undefined],
    ['removeAuthenticator', undefined],
    ['makeRecoveryCodes', undefined],
    ['startPasskey', undefined],
    ['changeEmail', { email: 'new@example.org' }],
    ['setMessageFactor', { factor: 'EMAIL_OTP', isEnabled: true }],
    ['deleteAccount', { confirmation: email }],
  ] as const) {
    const refused = await browser.call(name, body);
    expect([name, refused.status, refused.code]).toEqual([name, 403, 'confirmation_needed']);
  }
  expect((await browser.call('getFactors')).body).toMatchObject({ authenticator: true });
});

test('a recovery code replaces the authenticator once, after the password', async () => {
  const email = await newPerson();
  const browser = await signIn(email);
  expect((await browser.call('makeRecoveryCodes')).code).toBe('factor_not_started');
  await withAuthenticator(browser);
  const made = await browser.call('makeRecoveryCodes');
  expect(new Set(made.body.codes).size).toBe(10);
  expect((await browser.call('getFactors')).body).toMatchObject({ recoveryCodesLeft: 10 });
  const [first = '', second = ''] = made.body.codes;

  const away = world.browser();
  expect((await away.call('useRecoveryCode', { code: first })).code).toBe('challenge_expired');
  expect((await away.prove(email, PASSWORD)).body).toMatchObject({ step: 'SOFTWARE_TOKEN_MFA' });
  const wrong = await away.call('useRecoveryCode', { code: 'aaaa-bbbb-cccc-dddd' });
  expect([wrong.code, wrong.problem['tries_left']]).toEqual(['challenge_failed', 4]);
  const used = await away.call('useRecoveryCode', { code: ` ${first.toUpperCase().replaceAll('-', '')} ` });
  expect(used.status).toBe(204);
  const again = await signIn(email);
  expect((await again.call('getFactors')).body).toMatchObject({ authenticator: false, recoveryCodesLeft: 0 });

  await withAuthenticator(again);
  const later = world.browser();
  await later.prove(email, PASSWORD);
  expect((await later.call('useRecoveryCode', { code: second })).code).toBe('challenge_failed');
});

test('a recovery code of another person does nothing', async () => {
  const [email, thief] = [await newPerson(), await newPerson()];
  const browser = await signIn(email);
  await withAuthenticator(browser);
  const codes = (await browser.call('makeRecoveryCodes')).body.codes;
  await withAuthenticator(await signIn(thief));
  const away = world.browser();
  await away.prove(thief, PASSWORD);
  expect((await away.call('useRecoveryCode', { code: codes[0] ?? '' })).code).toBe('challenge_failed');
});

test('an account is deleted at the pool and here, except that of the last administrator', async () => {
  const email = await newPerson();
  const [here, there] = [await signIn(email), await signIn(email)];
  expect((await here.call('deleteAccount', { confirmation: 'something' })).code).toBe('invalid_request');
  await world.db.updateTable('user').set({ role: 'administrator' }).where('email', '=', email).execute();
  expect((await here.call('deleteAccount', { confirmation: email })).code).toBe('last_administrator');
  await world.db.updateTable('user').set({ role: 'member' }).where('email', '=', email).execute();
  expect((await here.call('deleteAccount', { confirmation: email.toUpperCase() })).status).toBe(204);
  expect((await there.call('getSession')).body.state).toBe('signed_out');
  expect((await world.browser().prove(email, PASSWORD)).code).toBe('sign_in_failed');
  const left = await world.db.selectFrom('user').select('status').where('email', '=', email).execute();
  expect(left).toEqual([{ status: 'removed' }]);
});

test('when the last two administrators delete their accounts at once, one stays', async () => {
  const emails = [await newPerson(), await newPerson()];
  const browsers = await Promise.all(emails.map(async (email) => signIn(email)));
  await world.db.updateTable('user').set({ role: 'administrator' }).where('email', 'in', emails).execute();
  const leave = async (browser: Browser, index: number): Promise<string | undefined> =>
    (await browser.call('deleteAccount', { confirmation: emails[index] ?? '' })).code;
  const codes = await Promise.all(browsers.map(leave));
  expect(codes.filter((code) => code === 'last_administrator')).toHaveLength(1);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  const left = await world.db
    .selectFrom('user')
    .select('email')
    .where('role', '=', 'administrator')
    .where('status', '=', 'active')
    .execute();
  expect(left.map(({ email }) => email)).toEqual([emails[codes.indexOf('last_administrator')]]);
  const stays = browsers[codes.indexOf('last_administrator')];
  expect((await stays?.call('getFactors'))?.body.isOnlyAdministrator).toBe(true);
  await world.db.updateTable('user').set({ role: 'member' }).where('email', 'in', emails).execute();
});

test('public sign-up and reset do not exist unless they are enabled', async () => {
  const browser = world.browser();
  const signUp = { email: 'new@example.org', name: 'New', password: 'nine ladies dancing' };
  expect((await browser.call('signUp', signUp)).code).toBe('route_not_found');
  expect((await browser.call('resetPassword', { username: 'new@example.org' })).code).toBe('route_not_found');
});

test('a name changes at the pool too', async () => {
  const email = await newPerson();
  const browser = await signIn(email);
  expect((await browser.call('updateProfile', { name: ' Grace ' })).body).toMatchObject({ name: 'Grace' });
  expect((await browser.call('getSession')).body).toMatchObject({ person: { name: 'Grace' } });
  const user = await administer(world, 'AdminGetUser', { Username: email });
  expect(JSON.stringify(user)).toContain('Grace');
});

async function pendingOf(browser: Browser): Promise<string | null> {
  return (await browser.call('getFactors')).body.pendingEmail;
}

test('a new address stays pending until its code or a cancellation, while the pool shows the old one', async () => {
  const email = await newPerson();
  const [here, there, stranger] = [await signIn(email), await signIn(email), await signIn(await newPerson())];
  expect(await pendingOf(here)).toBeNull();
  expect((await here.call('changeEmail', { email: 'wanted@example.org' })).status).toBe(200);
  expect(await pendingOf(here)).toBe('wanted@example.org');
  expect(await pendingOf(there)).toBe('wanted@example.org');
  expect(await pendingOf(stranger)).toBeNull();
  expect((await here.call('verifyEmail', { code: '000000' })).status).not.toBe(204);
  expect(await pendingOf(there)).toBe('wanted@example.org');
  expect((await there.call('keepEmail')).status).toBe(204);
  expect(await pendingOf(here)).toBeNull();
});

test('an unknown passkey cannot be named, and the length of a name is limited', async () => {
  const browser = await signIn(await newPerson());
  const rename = async (name: string) =>
    await browser.call('renamePasskey', { name }, { params: { passkeyId: 'AAAA' } });
  expect((await rename('Telephone')).code).toBe('passkey_not_found');
  expect((await rename(' ')).code).toBe('invalid_request');
  expect((await rename('x'.repeat(65))).code).toBe('invalid_request');
});

const read = async (by: Browser, pictureId = '') =>
  await by.call('getPicture', undefined, { params: { pictureId } });

async function ownPicture(browser: Browser): Promise<string | undefined> {
  const { body } = await browser.call('getSession');
  return body.state === 'signed_in' ? body.person.picture : undefined;
}

test('a picture must match its type, is served to who knows its id, and is deleted with the account', async () => {
  const [email, other] = [await newPerson(), await signIn(await newPerson())];
  const browser = await signIn(email);
  const picture = jpegOf('one');
  const set = async (address: string) => await browser.call('setPicture', { picture: address });
  expect(await ownPicture(browser)).toBeUndefined();
  const { body: first } = await set(picture);
  expect([await ownPicture(browser), await ownPicture(other)]).toEqual([first.picture, undefined]);
  const served = await read(other, first.picture);
  expect(served).toMatchObject({ status: 200, text: expect.stringContaining('one') });
  expect(served.headers.get('content-type')).toBe('image/jpeg');
  expect(served.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(served.headers.get('content-security-policy')).toContain('sandbox');
  expect((await read(world.browser(), first.picture)).code).toBe('not_signed_in');
  expect((await read(other, crypto.randomUUID())).code).toBe('person_not_found');
  expect((await read(other, 'one')).status).toBe(400);
  for (const wrong of [
    picture.replace('jpeg', 'png'),
    addressOf('png', '\x89PNG\r\n a face'),
    addressOf('jpeg', '\xff\xd8\xff\xe0 a face'),
    jpegOf('wide', { edge: 513 }),
    jpegOf('none', { edge: 0 }),
    jpegOf('two frames', { before: segment('c0', '\x08\x4e\x20\x4e\x20\x01\x01\x11\x00') }),
    jpegOf('without loss', { before: segment('c3', '\x08\x00\x10\x00\x10\x01\x01\x11\x00') }),
    jpegOf('many times', { scans: 17 }),
    jpegOf('cut \xff'),
    picture.slice(0, -8),
    'data:image/svg+xml;base64,PHN2Zy8+',
    'https://elsewhere.example/face.jpg',
    `${picture}${'A'.repeat(87_500)}`,
  ]) {
    expect({ wrong: wrong.slice(0, 40), status: (await set(wrong)).status }).toMatchObject({ status: 400 });
  }
  expect(await ownPicture(browser)).toBe(first.picture);
  const place = segment('e1', 'Exif\0\0 a place') + segment('fe', 'a place');
  const { body: clean } = await set(jpegOf('clean', { before: place, after: 'a place', scans: 10 }));
  const { text: shown } = await read(other, clean.picture);
  expect([shown.includes('clean'), shown.includes('a place')]).toEqual([true, false]);
  // Two at once: one of them is the picture, and its id answers.
  await Promise.all([set(jpegOf('two')), set(jpegOf('two'))]);
  const second = await ownPicture(browser);
  expect((await read(other, second)).text).toContain('two');
  expect((await read(other, first.picture)).code).toBe('person_not_found');
  // As one of before pictures were judged.
  const unjudged = { picture: addressOf('png', '\x89PNG\r\n a face') };
  await world.db.updateTable('person_picture').set(unjudged).execute();
  expect((await read(other, second)).code).toBe('person_not_found');
  expect((await browser.call('removePicture')).status).toBe(204);
  expect(await ownPicture(browser)).toBeUndefined();
  expect((await read(other, second)).code).toBe('person_not_found');
  const { body: last } = await set(picture);
  expect((await browser.call('deleteAccount', { confirmation: email })).status).toBe(204);
  expect((await read(other, last.picture)).code).toBe('person_not_found');
  const rows = await world.db
    .selectFrom('person_picture')
    .select('user_id')
    .orderBy('user_id')
    .limit(9)
    .execute();
  expect(rows).toEqual([]);
});

test('the last owner of a space cannot delete the account until another owns it; then the account leaves its spaces', async () => {
  const emails = [await newPerson(), await newPerson()];
  const [ann, ben] = [await signIn(emails[0] ?? ''), await signIn(emails[1] ?? '')];
  const { body: session } = await ben.call('getSession');
  const benId = defined(
    session.state === 'signed_in' ? session.person.id : undefined,
    'Ben is not signed in',
  );
  const space = await ann.call('createSpace', { name: 'Shared', color: 'blue' });
  expect(space.status).toBe(201);
  const confirmation = emails[0] ?? '';
  expect((await ann.call('deleteAccount', { confirmation })).code).toBe('last_owner');
  const params = { spaceId: space.body.id };
  const added = await ann.call('addMembers', { personIds: [benId], role: 'owner' }, { params });
  expect(added.body.items).toMatchObject([{ personId: benId, role: 'owner' }]);
  expect((await ann.call('deleteAccount', { confirmation })).status).toBe(204);
  const members = await ben.call('listMembers', undefined, { params });
  expect(members.body.items.map(({ personId }) => personId)).toEqual([benId]);
});
