import { NodeId } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../src/live.world.ts';
import { connectDatabase } from '../../src/platform/db/connect.ts';
import { inSpaceTransaction } from '../../src/platform/db/space-transaction.ts';
import { createTestLimit, testWebhook } from '../../src/features/webhooks/test-webhook.ts';
import { holdSpace } from '../../src/features/spaces/administration/hold-space.ts';
import { revisionOfSpace } from '../../src/features/spaces/team.world.ts';
import { renameNode, trashNodes } from '../../src/features/files/index.ts';
import { beginPurgeOf } from '../../src/features/files/trash/begin-purge.ts';
import { replaceSecret } from '../../src/features/webhooks/change-webhook.ts';
import { sendWebhooks } from '../../src/features/webhooks/deliveries/send-deliveries.ts';
import type { WebhookNeeds } from '../../src/features/webhooks/needs.ts';
import {
  actorOf,
  beginWebhooks,
  bodyOf,
  type Call,
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
