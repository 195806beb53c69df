import type { Person } from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../src/live.world.ts';
import {
  changeNotificationSettings,
  getNotificationSettings,
} from '../../src/features/notifications/notification-settings.ts';
import { getMail } from '../../src/features/mail/get-mail.ts';
import { createMailSender } from '../../src/features/mail/index.ts';
import { sendTestMail } from '../../src/features/mail/send-test-mail.ts';
import { configWith, mailServices, startMailServer, tellIn } from './smtp.world.ts';

let world: World;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  await world.services.db.deleteFrom('mail').execute();
  ada = { ...(await world.addOwner()).person, role: 'administrator' };
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('a test message is sent to oneself, and the result is the answer of the server', async () => {
  await using server = await startMailServer();
  const services = mailServices(world, server.port);
  const sent = valueOf(await sendTestMail(services, ada, 'ar'));
  expect(sent).toEqual({
    outcome: 'accepted',
    address: ada.email,
    answer: expect.stringMatching(/^250 /),
  });
  expect(server.received).toMatchObject([{ to: [ada.email], subject: 'البريد يعمل' }]);
});

test("a rejection is reported in the server's own words", async () => {
  await using server = await startMailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('relay access denied'), { responseCode: 554 })),
  });
  const refused = valueOf(await sendTestMail(mailServices(world, server.port), ada, 'en'));
  expect(refused).toMatchObject({ outcome: 'refused', answer: '554 relay access denied' });
  const nobody = valueOf(await sendTestMail(mailServices(world, 1), ada, 'en'));
  expect(nobody).toMatchObject({ outcome: 'refused', answer: expect.stringContaining('ECONNREFUSED') });
});

test('without a server, a verified address or the role there is no test', async () => {
  const services = mailServices(world, 1);
  const none = { ...services, mail: undefined };
  expect(valueOf(await sendTestMail(none, ada, 'en')).outcome).toBe('no_server');
  await world.services.db
    .updateTable('user')
    .set({ email_verified: false })
    .where('id', '=', ada.id)
    .execute();
  expect(valueOf(await sendTestMail(services, ada, 'en')).outcome).toBe('no_address');
  for (const role of ['member', 'auditor'] as const) {
    expect(errorOf(await sendTestMail(services, { ...ada, role }, 'en')).code).toBe('not_allowed');
  }
});

test('the state names the server without its password, and since when it takes nothing', async () => {
  const services = mailServices(world, 1);
  expect(errorOf(await getMail(services, { ...ada, role: 'member' })).code).toBe('not_allowed');
  expect(valueOf(await getMail(services, { ...ada, role: 'auditor' }))).toMatchObject({
    server: { host: '127.0.0.1', port: 1, security: 'none', isSignedIn: false, from: 'files@example.org' },
    waiting: 0,
    problem: null,
    mayTest: false,
  });
  await tellIn(world)(ada, { kind: 'space_removed', name: 'Archive' });
  const since = world.clock.now().toISOString();
  world.clock.advance(60_000);
  await createMailSender(services)();
  expect(valueOf(await getMail(services, ada))).toMatchObject({
    waiting: 1,
    problem: { since, answer: expect.stringContaining('ECONNREFUSED') },
    mayTest: true,
  });
  const without = { ...configWith(1), mail: undefined };
  expect(valueOf(await getMail({ ...services, config: without }, ada)).server).toBeNull();
});

test('choices are kept for each person, and say whether mail can reach them', async () => {
  const services = mailServices(world, 1);
  const before = valueOf(await getNotificationSettings(services, ada));
  expect(before).toMatchObject({
    language: null,
    defaultLanguage: 'en',
    address: ada.email,
    hasMail: true,
    choices: { shared: { bell: true, mail: true }, joined: { bell: true, mail: false } },
  });
  const choices = { ...before.choices, shared: { bell: true, mail: false } };
  const changed = valueOf(await changeNotificationSettings(services, ada, { choices, language: 'ar' }));
  expect(changed).toEqual({ ...before, choices, language: 'ar' });
  const other = (await world.addOwner()).person;
  expect(valueOf(await getNotificationSettings(services, other)).choices).toEqual(before.choices);
});
