import type { Person } from '@coffer/contracts';
import { err, HOUR_MS, MINUTE_MS, ok, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { Mailer } from '../../src/platform/mail/mailer.ts';
import { createMailSender, queueInvitation } from '../../src/features/mail/index.ts';
import { withdrawNotifications } from '../../src/features/notifications/index.ts';
import {
  arrived,
  configWith,
  mailRows,
  mailServices,
  shared,
  startMailServer,
  tellIn,
} from './smtp.world.ts';

let world: World;
let person: Person;
let tell: ReturnType<typeof tellIn>;
beforeAll(async () => {
  world = await startWorld();
  tell = tellIn(world);
});
beforeEach(async () => {
  await world.services.db.deleteFrom('mail').execute();
  person = (await world.addOwner()).person;
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const rows = async () => await mailRows(world);

test('no log line names a person or a subject', async () => {
  await using server = await startMailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('person@example.org is unknown'), { responseCode: 550 })),
  });
  await tell(person, shared('Secret plans'));
  world.clock.advance(MINUTE_MS);
  await createMailSender(mailServices(world, server.port))();
  expect(world.lines.at(-1)).toMatchObject({ event: 'mail_not_sent' });
  expect(JSON.stringify(world.lines)).not.toMatch(/@example|Secret plans/);
});

test('notifications within a minute become one message, later ones another', async () => {
  await using server = await startMailServer();
  const send = createMailSender(mailServices(world, server.port));
  await tell(person, shared('Field notes'), { actorId: (await world.addOwner()).person.id });
  world.clock.advance(30 * SECOND_MS);
  await tell(person, shared('Budget'));
  await tell(person, { kind: 'space_removed', name: 'Archive' });
  expect(await send()).toBe(0);
  world.clock.advance(30 * SECOND_MS);
  expect(await send()).toBe(1);
  expect(await send()).toBe(0);
  const [mail] = server.received;
  expect(mail?.to).toEqual([person.email]);
  expect(mail?.subject).toBe('3 things for you');
  for (const name of ['Field notes', 'Budget', 'Archive']) {
    expect(mail?.text).toContain(name);
    expect(mail?.html).toContain(name);
  }
  expect(mail?.text).toContain('https://files.example.org/shared/019ab000-0000-7000-8000-000000000000');
  await tell(person, shared('Alone'));
  world.clock.advance(MINUTE_MS);
  expect(await send()).toBe(1);
  expect(server.received[1]?.subject).toContain('Alone');
  expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent']);
});

test('what people switched off is neither mailed nor shown, and the language is theirs', async () => {
  await using server = await startMailServer();
  const send = createMailSender(mailServices(world, server.port));
  const both = { bell: true, mail: true };
  const choices = {
    shared: { bell: false, mail: true },
    spaces: { bell: true, mail: false },
    handed_in: both,
    quota: both,
    joined: both,
  };
  await world.services.db
    .insertInto('notification_choice')
    .values({ user_id: person.id, choices: JSON.stringify(choices), language: 'ar' })
    .execute();
  await tell(person, shared('Notes'));
  await tell(person, { kind: 'space_removed', name: 'Archive' });
  world.clock.advance(MINUTE_MS);
  expect(await send()).toBe(1);
  const [mail] = server.received;
  expect(mail?.html).toContain('dir="rtl"');
  expect(mail?.subject).toContain('شُورك معك المجلد');
  expect(mail?.text).not.toContain('Archive');
  const bell = await world.services.db
    .selectFrom('notification')
    .select('subject')
    .where('user_id', '=', person.id)
    .execute();
  expect(bell.map(({ subject }) => subject.kind)).toEqual(['space_removed']);
});

test('names cannot inject headers, recipients or markup', async () => {
  await using server = await startMailServer();
  const send = createMailSender(mailServices(world, server.port));
  const hostile =
    'x\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>\u202egpj.\u0007"><img src=//evil.example>';
  await world.services.db.updateTable('user').set({ name: hostile }).where('id', '=', person.id).execute();
  const other = (await world.addOwner()).person;
  await tell(other, shared(hostile, `${hostile}\n.\nQUIT`), { actorId: person.id });
  world.clock.advance(MINUTE_MS);
  expect(await send()).toBe(1);
  const [mail] = server.received;
  expect(mail?.to).toEqual([other.email]);
  const head = mail?.source.split('\r\n\r\n', 1)[0] ?? '';
  expect(head).not.toMatch(/^bcc:/im);
  expect(head.match(/^to:/gim)).toHaveLength(1);
  expect(mail?.html).not.toMatch(/<script|<img/i);
  expect(mail?.html).toContain('&lt;script&gt;');
  expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toMatch(/[\p{Cc}--[\n\r]]|\u202e/v);
  // Nothing is fetched when the message is opened.
  expect(mail?.html).not.toMatch(/<[^>]*\ssrc=|url\(|@import|<link/i);
});

test('mail is sent only to verified addresses of active people', async () => {
  await using server = await startMailServer();
  const send = createMailSender(mailServices(world, server.port));
  const unverified = (await world.addOwner()).person;
  const disabled = (await world.addOwner()).person;
  const { db } = world.services;
  await db.updateTable('user').set({ email_verified: false }).where('id', '=', unverified.id).execute();
  await tell(unverified, shared('Notes'));
  await tell(disabled, shared('Notes'));
  await db.updateTable('user').set({ status: 'disabled' }).where('id', '=', disabled.id).execute();
  world.clock.advance(MINUTE_MS);
  expect(await send()).toBe(0);
  expect(server.received).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'failed' }]);
});

test('a long note arrives whole, and a person without a name is called by the address', async () => {
  await using server = await startMailServer();
  const note = `${'word '.repeat(199)}word`;
  const actor = (await world.addOwner()).person;
  await world.services.db.updateTable('user').set({ name: '' }).where('id', '=', actor.id).execute();
  await tell(person, shared('Notes', note), { actorId: actor.id });
  world.clock.advance(2 * MINUTE_MS);
  expect(await createMailSender(mailServices(world, server.port))()).toBe(1);
  const [mail] = server.received;
  expect(mail?.text).toContain(`> ${note}`);
  expect(mail?.subject).toContain(actor.email);
  expect(mail?.source.split('\r\n').every((line) => Buffer.byteLength(line) < 998)).toBe(true);
});

test('mail about what was withdrawn is not sent, also when a try has failed', async () => {
  let isUp = false;
  const sent: string[] = [];
  const mail: Mailer = {
    send: async ({ subject }) => {
      await Promise.resolve();
      if (!isUp) return err({ code: 'server', answer: 'connect ECONNREFUSED' });
      sent.push(subject);
      return ok('250 ok');
    },
    close: () => undefined,
  };
  await tell(person, shared('Withdrawn'), { topic: 'withdrawn' });
  await tell((await world.addOwner()).person, shared('Kept'), { topic: 'kept' });
  world.clock.advance(2 * MINUTE_MS);
  const send = createMailSender(mailServices(world, 25, { mail }));
  await send();
  world.clock.advance(HOUR_MS);
  await send();
  await inTransaction(world.services.db, async (tx) => await withdrawNotifications(tx, 'withdrawn'));
  isUp = true;
  world.clock.advance(HOUR_MS);
  await send();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain('Kept');
});

test('only administrators get a link to the people by mail', async () => {
  await using server = await startMailServer();
  const admin = (await world.addOwner()).person;
  const { db } = world.services;
  await db.updateTable('user').set({ role: 'administrator' }).where('id', '=', admin.id).execute();
  for (const each of [person, admin]) {
    const choices = JSON.stringify({ joined: { bell: true, mail: true } });
    await db
      .insertInto('notification_choice')
      .values({ user_id: each.id, choices, language: null })
      .execute();
    await tell(each, { kind: 'joined' });
  }
  world.clock.advance(2 * MINUTE_MS);
  await createMailSender(mailServices(world, server.port))();
  const links = server.received.map(({ to, text }) => [to[0], text.includes('/admin/people')]);
  expect(new Map(links as [string, boolean][])).toEqual(
    new Map([
      [person.email, false],
      [admin.email, true],
    ]),
  );
  await db.updateTable('user').set({ role: 'member' }).where('id', '=', admin.id).execute();
});

test('an invitation carries its link, which the outbox has sealed and then forgets', async () => {
  await using server = await startMailServer();
  const services = mailServices(world, server.port);
  const url = 'https://files.example.org/join#secret-of-the-link';
  await inTransaction(services.db, async (tx) => {
    await queueInvitation(tx, services, {
      email: 'new@example.net',
      name: 'Cleo',
      url,
      language: 'ar',
      invitedBy: person.id,
      now: world.clock.now(),
    });
  });
  expect(JSON.stringify(await services.db.selectFrom('mail').selectAll().execute())).not.toContain(
    'secret-of',
  );
  expect(await createMailSender(services)()).toBe(1);
  const [mail] = server.received;
  expect(mail?.to).toEqual(['new@example.net']);
  expect(mail?.text).toContain(url);
  expect(mail?.html).toContain(url);
  expect(await rows()).toMatchObject([{ state: 'sent', secret_sealed: null }]);
});

test('without a mail server nothing waits', async () => {
  await tell(person, shared('Notes'));
  expect(await rows()).toHaveLength(1);
  const config = { ...configWith(25), mail: undefined };
  await createMailSender({ ...mailServices(world, 25), config, mail: undefined })();
  expect(await rows()).toEqual([]);
});

test('a later message about the same takes the place of the one that waits', async () => {
  await using server = await startMailServer();
  const send = createMailSender(mailServices(world, server.port));
  for (const files of [1, 2, 12]) await tell(person, arrived(files), { topic: 'hand_in:1' });
  world.clock.advance(MINUTE_MS);
  expect(await send()).toBe(1);
  expect(server.received[0]?.subject.replaceAll(/[\u2068\u2069]/g, '')).toBe(
    'Gil handed in 12 files for Receipts',
  );
});
