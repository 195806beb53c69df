import { NodeId, NotificationsQuery, SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../src/live.world.ts';
import { connectDatabase } from '../../src/platform/db/connect.ts';
import { inSpaceTransaction } from '../../src/platform/db/space-transaction.ts';
import { createTestLimit, testWebhook } from '../../src/features/webhooks/test-webhook.ts';
import { holdSpace } from '../../src/features/spaces/administration/hold-space.ts';
import { removeMember } from '../../src/features/spaces/members/remove-member.ts';
import { makeTeam, revisionOfSpace } from '../../src/features/spaces/team.world.ts';
import { archiveSpace, restoreSpace } from '../../src/features/spaces/team/archive-space.ts';
import { listNotifications } from '../../src/features/notifications/list-notifications.ts';
import { renameNode, trashNodes } from '../../src/features/files/index.ts';
import { beginPurgeOf } from '../../src/features/files/trash/begin-purge.ts';
import { changeWebhook, replaceSecret } from '../../src/features/webhooks/change-webhook.ts';
import { sendWebhooks } from '../../src/features/webhooks/deliveries/send-deliveries.ts';
import { sendAgain } from '../../src/features/webhooks/list-deliveries.ts';
import type { WebhookNeeds } from '../../src/features/webhooks/needs.ts';
import { pruneDeliveries } from '../../src/features/webhooks/prune-deliveries.ts';
import { actorOf, type Call, makeHand, startReceiver, webhookServices } from './webhooks.world.ts';

let world: World;
let services: WebhookNeeds;
beforeAll(async () => {
  world = await startWorld();
  services = webhookServices(world);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function begin() {
  const team = await makeTeam(world);
  const actor = actorOf(team.owner);
  const { spaceId } = team;
  const hand = makeHand(services, { actor, spaceId, rootId: team.space.rootId });
  return { ...team, ...hand, addMember: team.add, actor };
}

const bodyOf = (call: Call | undefined): Record<string, unknown> => JSON.parse(call?.body ?? '{}');

function signedBy(call: Call | undefined, secret: string): boolean {
  const headers = Object.fromEntries(
    Object.entries(call?.headers ?? {}).map(([name, value]) => [name, String(value)]),
  );
  try {
    // The library takes the real time, which the clock of the test may have left.
    const at = Number(headers['webhook-timestamp']) * SECOND_MS;
    const real = Date.now;
    Date.now = () => at;
    try {
      new Webhook(secret).verify(call?.body ?? '', headers);
    } finally {
      Date.now = real;
    }
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

test('a permanent deletion that a hold stopped is not told, but that the item is in the trash again', async () => {
  await using receiver = await startReceiver();
  const { act, add, deliveries, owner, send, spaceId } = await begin();
  const { id } = await act('Field notes');
  await trashNodes(services, owner, [id]);
  const { webhook } = await add({ url: receiver.url, events: ['item.deleted', 'item.trashed'] });
  await inSpaceTransaction(services.db, spaceId, async (tx) => {
    await beginPurgeOf(tx, services, { spaceId, of: [id], actorId: owner.id });
  });
  receiver.status = 500;
  await send();
  expect(receiver.calls.map((call) => bodyOf(call)['type'])).toEqual(['item.deleted']);
  const actor = { ...(await world.addOwner()).person, role: 'administrator' } as const;
  const revision = await revisionOfSpace(services.db, spaceId);
  valueOf(await holdSpace(services, { actor, spaceId, revision, reason: 'Case 7' }));
  receiver.status = 200;
  receiver.calls.length = 0;
  world.clock.advance(HOUR_MS);
  await send();
  expect(receiver.calls.map(bodyOf)).toMatchObject([{ type: 'item.trashed', node: { id }, actor: null }]);
  expect(await deliveries(webhook.id)).toMatchObject([{ type: 'item.trashed', state: 'sent' }]);
});

test('an event of a space is told once, with names, under a signature that a foreign library verifies', async () => {
  await using receiver = await startReceiver();
  const { act, add, deliveries, find, owner, send, space, spaceId } = await begin();
  await act('Before there was a webhook');
  const { secret, webhook } = await add({
    url: receiver.url,
    events: ['folder.added', 'item.renamed', 'item.trashed'],
  });
  expect(webhook).toMatchObject({ state: 'new', waiting: 0, last: null, revision: 0 });
  const folder = await act('Field notes');
  await send();
  await send();
  expect(receiver.calls.length).toBe(1);
  const [call] = receiver.calls;
  expect(signedBy(call, secret)).toBe(true);
  expect(signedBy({ headers: {}, ...call, body: `${call?.body} ` }, secret)).toBe(false);
  const body = bodyOf(call);
  expect(body).toMatchObject({
    type: 'folder.added',
    space: { id: spaceId, name: 'Field team', kind: 'team' },
    node: { id: folder.id, kind: 'folder', name: 'Field notes' },
    actor: { id: owner.id, name: owner.name },
    details: { parentId: space.rootId },
  });
  expect(call?.headers['webhook-id']).toBe(body['id']);
  expect(await find(webhook.id)).toMatchObject({
    state: 'works',
    waiting: 0,
    last: { state: 'sent', status: 200 },
  });
  const change = { nodeId: NodeId.parse(folder.id), name: 'Notes', revision: folder.revision };
  valueOf(await renameNode(services, owner, change));
  await trashNodes(services, owner, [NodeId.parse(folder.id)]);
  await send();
  expect(receiver.calls.slice(1).map(bodyOf)).toMatchObject([
    { type: 'item.renamed', node: { name: 'Notes' }, details: { from: 'Field notes', to: 'Notes' } },
    { type: 'item.trashed', node: { name: 'Notes' } },
  ]);
  const kept = await deliveries(webhook.id);
  expect(kept.map(({ type }) => type)).toEqual(['item.trashed', 'item.renamed', 'folder.added']);
  expect(kept[2]).toMatchObject({ state: 'sent', tries: 1, status: 200, answer: 'thanks', body: call?.body });
});

test('two servers at once, over connections of their own, tell each event once', async () => {
  await using receiver = await startReceiver();
  const { act, add } = await begin();
  await add({ url: receiver.url });
  const other = connectDatabase({ connectionString: world.connectionString, log: services.log });
  const rounds: Promise<unknown>[] = [];
  for (let index = 0; index < 12; index += 1) {
    await act(`Folder ${index}`);
    rounds.push(sendWebhooks(services), sendWebhooks({ ...services, db: other.db }));
  }
  await Promise.all(rounds);
  await sendWebhooks(services);
  await other.close();
  const names = receiver.calls.map((call) => (bodyOf(call)['node'] as { name: string }).name);
  expect(names.toSorted()).toEqual(Array.from({ length: 12 }, (_, index) => `Folder ${index}`).toSorted());
  expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-id'])).size).toBe(12);
});

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

test('an administrator is told of all spaces by ids, without a name that people gave an item', async () => {
  await using receiver = await startReceiver();
  const { act, owner, space, spaceId } = await begin();
  const { person, spaceId: ownSpaceId, rootId } = await world.addOwner();
  const administrator = { ...person, role: 'administrator' as const };
  await world.services.db
    .updateTable('user')
    .set({ role: 'administrator' })
    .where('id', '=', person.id)
    .execute();
  const all = makeHand(services, { actor: actorOf(administrator), spaceId: null, rootId });
  await all.add({ url: receiver.url, events: ['folder.added', 'item.renamed'] });
  const folder = await act('Confidential plans');
  valueOf(
    await renameNode(services, owner, {
      nodeId: NodeId.parse(folder.id),
      name: 'Secret',
      revision: folder.revision,
    }),
  );
  await makeHand(services, { actor: actorOf(administrator), spaceId: ownSpaceId, rootId }).act('Mine');
  await all.send();
  expect(receiver.calls.map(({ body }) => body).join(' ')).not.toMatch(/Confidential|Secret|Mine/);
  expect(receiver.calls.map(bodyOf)).toMatchObject([
    {
      type: 'folder.added',
      space: { id: spaceId, name: 'Field team' },
      node: { id: folder.id, kind: 'folder' },
      actor: { id: owner.id },
      details: { parentId: space.rootId },
    },
    { type: 'item.renamed', details: { parentId: space.rootId } },
    { type: 'folder.added', space: { id: ownSpaceId, kind: 'personal' } },
  ]);
  await world.services.db.updateTable('user').set({ role: 'member' }).where('id', '=', person.id).execute();
  await act('Not told');
  await all.send();
  expect(receiver.calls.length).toBe(3);
});

test('after a new secret both sign for a day, and a lost key is a failure that says so', async () => {
  await using receiver = await startReceiver();
  const { act, actor, add, deliveries, send } = await begin();
  const { secret: old, webhook } = await add({ url: receiver.url });
  const { secret, webhook: changed } = valueOf(await replaceSecret(services, actor, webhook.id));
  expect(changed.oldSecretUntil).toBe(new Date(world.clock.now().getTime() + DAY_MS).toISOString());
  await act('One');
  await send();
  expect([old, secret].map((each) => signedBy(receiver.calls[0], each))).toEqual([true, true]);
  world.clock.advance(DAY_MS + SECOND_MS);
  await act('Two');
  await send();
  expect([old, secret].map((each) => signedBy(receiver.calls[1], each))).toEqual([false, true]);
  const other = { ...services, cipher: webhookServices(world).cipher };
  await act('Three');
  await sendWebhooks(other);
  expect((await deliveries(webhook.id))[0]).toMatchObject({ state: 'waiting', fault: 'secret_lost' });
  expect(receiver.calls.length).toBe(2);
});

test('a test answers what came back, works while paused, and lets what waits go on', async () => {
  await using receiver = await startReceiver();
  const { act, actor, add, deliveries, find, send } = await begin();
  const { secret, webhook } = await add({ url: receiver.url });
  const tests = createTestLimit(services);
  receiver.status = 500;
  await act('Waits');
  await send();
  const failed = valueOf(await testWebhook({ ...services, tests }, actor, webhook.id));
  expect(failed).toMatchObject({
    type: 'test',
    state: 'failed',
    status: 500,
    fault: 'refused',
    answer: 'thanks',
  });
  receiver.status = 200;
  const taken = valueOf(await testWebhook({ ...services, tests }, actor, webhook.id));
  expect(taken).toMatchObject({ type: 'test', state: 'sent', status: 200, fault: null });
  expect(signedBy(receiver.calls.at(-1), secret)).toBe(true);
  expect((await find(webhook.id))?.state).toBe('works');
  world.clock.advance(MINUTE_MS);
  await send();
  expect((await deliveries(webhook.id)).map(({ state }) => state)).toEqual(['sent', 'failed', 'sent']);
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
