import { NotificationsQuery, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../src/live.world.ts';
import { removeMember } from '../../src/features/spaces/members/remove-member.ts';
import { archiveSpace, restoreSpace } from '../../src/features/spaces/team/archive-space.ts';
import { listNotifications } from '../../src/features/notifications/list-notifications.ts';
import { changeWebhook } from '../../src/features/webhooks/change-webhook.ts';
import { sendAgain } from '../../src/features/webhooks/list-deliveries.ts';
import type { WebhookNeeds } from '../../src/features/webhooks/needs.ts';
import { pruneDeliveries } from '../../src/features/webhooks/prune-deliveries.ts';
import {
  actorOf,
  beginWebhooks,
  bodyOf,
  makeHand,
  startReceiver,
  webhookServices,
} from './webhooks.world.ts';

let world: World;
let services: WebhookNeeds;
beforeAll(async () => {
  world = await startWorld();
  services = webhookServices(world);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const begin = async () => await beginWebhooks(world, services);

test('a refused delivery is tried 12 times within a day, with the same id and body, then given up', async () => {
  await using receiver = await startReceiver();
  const { act, actor, add, deliveries, find, send } = await begin();
  const { webhook } = await add({ url: receiver.url });
  receiver.status = 503;
  await act('Refused');
  const startMs = world.clock.now().getTime();
  const triedAt: number[] = [];
  for (let minutes = 0; minutes < 26 * 60; minutes += 5) {
    const before = receiver.calls.length;
    await send();
    if (receiver.calls.length > before) triedAt.push((world.clock.now().getTime() - startMs) / MINUTE_MS);
    world.clock.advance(5 * MINUTE_MS);
  }
  expect(triedAt.length).toBe(SERVER_LIMITS.webhookTriesMax);
  const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0));
  expect(pauses).toEqual(pauses.toSorted((one, next) => one - next));
  expect(triedAt.at(-1)).toBeLessThan(24 * 60);
  expect(new Set(receiver.calls.map(({ body }) => body)).size).toBe(1);
  const [given] = await deliveries(webhook.id);
  expect(given).toMatchObject({ state: 'failed', tries: 12, status: 503, fault: 'refused', nextAt: null });
  expect(await find(webhook.id)).toMatchObject({ state: 'retrying', last: { state: 'failed' } });

  receiver.status = 204;
  const key = { webhookId: webhook.id, deliveryId: given?.id ?? '' };
  expect(valueOf(await sendAgain(services, actor, key))).toMatchObject({ state: 'waiting', tries: 0 });
  await send();
  expect(receiver.calls.at(-1)?.body).toBe(receiver.calls[0]?.body);
  expect((await deliveries(webhook.id))[0]).toMatchObject({ state: 'sent', status: 204, fault: null });
  expect((await find(webhook.id))?.state).toBe('works');
}, 60_000);

test('a receiver that fails for days is paused, and its owner is told; a resumed one goes on', async () => {
  await using receiver = await startReceiver();
  const { act, actor, add, deliveries, find, owner, send } = await begin();
  const { webhook } = await add({ url: receiver.url, label: 'Chat' });
  receiver.status = 500;
  for (let hours = 0; hours < 5 * 24; hours += 1) {
    if (hours % 6 === 0) await act(`Hour ${hours}`);
    await send();
    world.clock.advance(HOUR_MS);
  }
  expect(await find(webhook.id)).toMatchObject({ state: 'paused', pausedBecause: 'failing', waiting: 0 });
  const told = valueOf(await listNotifications(services, owner, NotificationsQuery.parse({}))).items;
  expect(told.map(({ subject }) => subject)).toContainEqual({
    kind: 'webhook_paused',
    spaceId: webhook.spaceId,
    space: 'Field team',
    name: 'Chat',
    isGone: false,
  });
  const calls = receiver.calls.length;
  await act('Not told');
  await send();
  expect(receiver.calls.length).toBe(calls);
  const again = { webhookId: webhook.id, deliveryId: (await deliveries(webhook.id))[0]?.id ?? '' };
  expect(await sendAgain(services, actor, again)).toMatchObject({ error: { code: 'webhook_paused' } });

  receiver.status = 200;
  const { revision = -1 } = (await find(webhook.id)) ?? {};
  valueOf(
    await changeWebhook(services, actor, { webhookId: webhook.id, change: { isPaused: false }, revision }),
  );
  await act('Told again');
  await send();
  expect(receiver.calls.length).toBe(calls + 1);
}, 60_000);

test('410 pauses at once; Retry-After is kept to; redirects are a failure', async () => {
  await using receiver = await startReceiver();
  const { act, add, find, deliveries, send } = await begin();
  const { webhook } = await add({ url: receiver.url });
  receiver.status = 429;
  receiver.headers = { 'retry-after': '1200' };
  await act('Later');
  await send();
  world.clock.advance(19 * MINUTE_MS);
  await send();
  expect(receiver.calls.length).toBe(1);
  receiver.status = 302;
  receiver.headers = { location: receiver.url };
  world.clock.advance(2 * MINUTE_MS);
  await send();
  expect(receiver.calls.length).toBe(2);
  expect((await deliveries(webhook.id))[0]).toMatchObject({
    state: 'waiting',
    tries: 2,
    fault: 'redirected',
  });
  receiver.status = 410;
  receiver.headers = {};
  world.clock.advance(HOUR_MS);
  await send();
  expect(await find(webhook.id)).toMatchObject({ state: 'paused', pausedBecause: 'gone' });
});

test('a person who no longer manages the space is told nothing more, not even what was written before', async () => {
  await using receiver = await startReceiver();
  const { act, addMember, find, owner, send, space, spaceId } = await begin();
  const manager = await addMember('manager');
  const own = makeHand(services, { actor: actorOf(manager), spaceId, rootId: space.rootId });
  const { webhook } = await own.add({ url: receiver.url });
  receiver.status = 500;
  await act('Waits');
  await send();
  expect(receiver.calls.length).toBe(1);
  receiver.status = 200;
  valueOf(await removeMember(services, owner, { spaceId, holderId: manager.id }));
  await act('Later');
  world.clock.advance(HOUR_MS);
  await send();
  expect(receiver.calls.length).toBe(1);
  expect(await find(webhook.id)).toMatchObject({ state: 'paused', pausedBecause: 'owner', waiting: 0 });
});

test('an archived space tells its owner so, and goes on when it is restored', async () => {
  await using receiver = await startReceiver();
  const { act, add, owner, send, spaceId } = await begin();
  await add({ url: receiver.url, events: ['space.archived', 'space.restored', 'folder.added'] });
  valueOf(await archiveSpace(services, owner, spaceId));
  await send();
  valueOf(await restoreSpace(services, owner, spaceId));
  await act('Back');
  await send();
  expect(receiver.calls.map((call) => bodyOf(call)['type'])).toEqual([
    'space.archived',
    'space.restored',
    'folder.added',
  ]);
});

test('beyond the most that may wait, events are counted and left out; old deliveries are deleted', async () => {
  await using receiver = await startReceiver();
  const { act, add, deliveries, find, send } = await begin();
  const { webhook } = await add({ url: receiver.url });
  const now = world.clock.now();
  const soon = new Date(now.getTime() + HOUR_MS);
  const waiting = () => ({
    id: services.newId(),
    webhook_id: webhook.id,
    event_id: null,
    type: 'folder.added',
    body: '{}',
    state: 'waiting' as const,
    due_at: soon,
    until: soon,
    tried_at: null,
    duration_ms: null,
    status: null,
    fault: null,
    answer: null,
    created_at: now,
    ended_at: null,
  });
  for (let left = SERVER_LIMITS.webhookWaitingMax - 1; left > 0; left -= 1_000) {
    const rows = Array.from({ length: Math.min(left, 1_000) }, waiting);
    await world.services.db.insertInto('webhook_delivery').values(rows).execute();
  }
  receiver.status = 500;
  await act('One');
  await act('Two');
  await send();
  expect(await find(webhook.id)).toMatchObject({ missed: 1, waiting: SERVER_LIMITS.webhookWaitingMax });
  world.clock.advance(2 * DAY_MS);
  await pruneDeliveries(services);
  expect(await find(webhook.id)).toMatchObject({ waiting: 0, last: { state: 'failed' } });
  world.clock.advance(31 * DAY_MS);
  await pruneDeliveries(services);
  expect(await deliveries(webhook.id)).toEqual([]);
});
