import { type Person, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, err, HOUR_MS, MINUTE_MS, ok } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startWorld, type World } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import type { Mailer } from '../../src/platform/mail/mailer.ts';
import { createMailSender, pruneMail, sendFailedAgain } from '../../src/features/mail/index.ts';
import { mailRows, mailServices, shared, startMailServer, tellIn } from './smtp.world.ts';

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

test('failed mail that is sent again has all of its tries and time', async () => {
  const mail: Mailer = {
    send: async () => await Promise.resolve(err({ code: 'later', answer: '450 greylisted' })),
    close: () => undefined,
  };
  await tell(person, shared('Notes'));
  world.clock.advance(SERVER_LIMITS.mailLifeMs + HOUR_MS);
  const send = createMailSender(mailServices(world, 25, { mail }));
  await send();
  expect(await rows()).toMatchObject([{ state: 'failed' }]);
  expect(
    await inTransaction(world.services.db, async (tx) => await sendFailedAgain(tx, world.clock.now())),
  ).toBe(1);
  await send();
  expect(await rows()).toMatchObject([{ state: 'waiting', tries: 1 }]);
});

test('mail about an item that the recipient has lost meanwhile is dropped silently', async () => {
  const sent: string[] = [];
  const mail: Mailer = {
    send: async ({ text }) => {
      sent.push(text);
      return await Promise.resolve(ok('250 ok'));
    },
    close: () => undefined,
  };
  const send = createMailSender({
    ...mailServices(world, 25, { mail }),
    listSeen: async () => await Promise.resolve(new Set<string>()),
  });
  await tell(person, shared('Plans'));
  await tell(person, { kind: 'space_removed', name: 'Archive' });
  world.clock.advance(MINUTE_MS);
  expect(await send()).toBe(1);
  expect(sent.join()).toContain('Archive');
  expect(sent.join()).not.toContain('Plans');
  await tell(person, shared('Budget'));
  world.clock.advance(MINUTE_MS);
  expect(await send()).toBe(0);
  expect(await rows()).toMatchObject([{ state: 'sent' }]);
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
