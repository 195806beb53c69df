import { NodeId, type NotificationSubject, type Person, SpaceId, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, err, HOUR_MS, MINUTE_MS, ok, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { Mailer } from '../../src/platform/mail/mailer.ts';
import { createMailSender, pruneMail, queueInvitation } from '../../src/features/mail/index.ts';
import { withdrawNotifications } from '../../src/features/notifications/index.ts';
import { configWith, mailServices, startMailServer, tellIn } from './smtp.world.ts';

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

const shared = (name: string, message = ''): NotificationSubject => ({
  kind: 'shared',
  nodeId: NodeId.parse('019ab000-0000-7000-8000-000000000000'),
  nodeKind: 'folder',
  name,
  role: 'editor',
  message,
});
const arrived = (files: number): NotificationSubject => ({
  kind: 'handed_in',
  spaceId: SpaceId.parse('019ab000-0000-7000-8000-000000000001'),
  folderId: NodeId.parse('019ab000-0000-7000-8000-000000000002'),
  name: 'Receipts',
  guest: 'Gil',
  files,
});
const rows = async () =>
  await world.services.db
    .selectFrom('mail')
    .select(['state', 'tries', 'answer', 'message_id', 'secret_sealed'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

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

test('a server that is down for a day is asked rarely, and gets everything once it is back', async () => {
  const attempts: Date[] = [];
  let isUp = false;
  const accepted: string[] = [];
  const mail: Mailer = {
    send: async ({ id }) => {
      attempts.push(world.clock.now());
      await Promise.resolve();
      if (!isUp) return err({ code: 'server', answer: 'connect ECONNREFUSED' });
      accepted.push(id);
      return ok('250 ok');
    },
    close: () => undefined,
  };
  const services = mailServices(world, 25, { mail });
  const send = createMailSender(services);
  for (let count = 0; count < 5; count += 1) {
    await tell((await world.addOwner()).person, shared(`Folder ${count}`));
  }
  for (let second = 0; second < DAY_MS; second += 5 * MINUTE_MS) {
    world.clock.advance(5 * MINUTE_MS);
    await send();
  }
  expect(attempts.length).toBeLessThan(110);
  expect((await rows()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'waiting'));
  isUp = true;
  world.clock.advance(HOUR_MS);
  expect(await send()).toBe(5);
  expect(new Set(accepted).size).toBe(5);
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

test('an unavailable mail server is retried for at most three days', async () => {
  const mail: Mailer = {
    send: async () => await Promise.resolve(err({ code: 'server', answer: 'ETIMEDOUT' })),
    close: () => undefined,
  };
  await tell(person, shared('Notes'));
  const send = createMailSender(mailServices(world, 25, { mail }));
  world.clock.advance(SERVER_LIMITS.mailLifeMs - 2 * MINUTE_MS);
  await send();
  expect(await rows()).toMatchObject([{ state: 'waiting', answer: 'ETIMEDOUT' }]);
  world.clock.advance(HOUR_MS);
  await send();
  expect(await rows()).toMatchObject([{ state: 'failed' }]);
  world.clock.advance(SERVER_LIMITS.mailKeptMs + 1);
  await pruneMail(world.services);
  expect(await rows()).toEqual([]);
});

test('permanent rejections end, temporary ones are retried, and other messages continue', async () => {
  const gone = (await world.addOwner()).person;
  const busy = (await world.addOwner()).person;
  let isBusy = true;
  await using server = await startMailServer({
    onRcptTo({ address }, _session, callback) {
      if (address === gone.email) callback(Object.assign(new Error('no such user'), { responseCode: 550 }));
      else if (address === busy.email && isBusy)
        callback(Object.assign(new Error('try again later'), { responseCode: 451 }));
      else callback();
    },
  });
  const send = createMailSender(mailServices(world, server.port));
  await tell(gone, shared('one'));
  await tell(busy, shared('two'));
  await tell(person, shared('three'));
  world.clock.advance(MINUTE_MS);
  expect(await send()).toBe(1);
  expect(await rows()).toMatchObject([
    { state: 'failed', tries: 1, answer: expect.stringContaining('no such user') },
    { state: 'waiting', tries: 1, answer: expect.stringContaining('try again later') },
    { state: 'sent' },
  ]);
  expect(await send()).toBe(0);
  world.clock.advance(MINUTE_MS);
  isBusy = false;
  expect(await send()).toBe(1);
  expect((await rows())[1]).toMatchObject({ state: 'sent', tries: 2 });
});

test('a message that is put off again and again ends after ten tries', async () => {
  let asked = 0;
  await using server = await startMailServer({
    onRcptTo(_address, _session, callback) {
      asked += 1;
      callback(Object.assign(new Error('greylisted'), { responseCode: 450 }));
    },
  });
  const send = createMailSender(mailServices(world, server.port));
  await tell(person, shared('Notes'));
  for (let hour = 0; hour < 60; hour += 1) {
    world.clock.advance(HOUR_MS);
    await send();
  }
  expect(asked).toBeLessThanOrEqual(SERVER_LIMITS.mailTriesMax);
  expect(asked).toBeGreaterThan(5);
  expect(await rows()).toMatchObject([{ state: 'failed' }]);
});

test('a silent server blocks one round, not the job', async () => {
  await using server = await startMailServer({ onConnect: () => undefined });
  const send = createMailSender(mailServices(world, server.port));
  await tell(person, shared('Notes'));
  world.clock.advance(MINUTE_MS);
  const begun = performance.now();
  expect(await send()).toBe(0);
  expect(performance.now() - begun).toBeLessThan(15_000);
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 0 }]);
});

test('a sender killed before it records the sending sends the same message under the same id', async () => {
  await using server = await startMailServer();
  const real = mailServices(world, server.port);
  const killed: Mailer = {
    send: async (message) => {
      await real.mail?.send(message);
      throw new Error('killed');
    },
    close: () => undefined,
  };
  await tell(person, shared('one'));
  world.clock.advance(MINUTE_MS);
  await expect(createMailSender({ ...real, mail: killed })()).rejects.toThrow('killed');
  await tell(person, shared('two'));
  expect(await createMailSender(real)()).toBe(0);
  world.clock.advance(MINUTE_MS);
  expect(await createMailSender(real)()).toBe(2);
  const ids = server.received.map(({ messageId }) => messageId);
  expect(ids).toHaveLength(3);
  expect(ids[0]).toMatch(/^<[0-9a-f-]{36}@example\.org>$/);
  expect(ids.filter((id) => id === ids[0])).toHaveLength(2);
  const same = server.received.filter(({ messageId }) => messageId === ids[0]);
  expect(same[0]?.text).toBe(same[1]?.text);
  expect(same[0]?.text).not.toContain('two');
});

test('two senders at once send each message once', async () => {
  await using server = await startMailServer();
  for (let count = 0; count < 12; count += 1) {
    await tell((await world.addOwner()).person, shared(`Folder ${count}`));
  }
  world.clock.advance(MINUTE_MS);
  const senders = [0, 1, 2].map(() => createMailSender(mailServices(world, server.port)));
  const sent = await Promise.all(senders.map(async (send) => await send()));
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12);
  expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(12);
  expect(server.received).toHaveLength(12);
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
