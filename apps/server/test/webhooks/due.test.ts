import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../src/live.world.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import type { WebhookNeeds } from '../../src/features/webhooks/needs.ts';
import { listDue } from '../../src/features/webhooks/store/deliveries.ts';
import { actorOf, makeHand, startReceiver, webhookServices } from './webhooks.world.ts';

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
  const { space, spaceId } = team;
  return { spaceId, ...makeHand(services, { actor: actorOf(team.owner), spaceId, rootId: space.rootId }) };
}

test('the webhook that has waited longest is next, and nothing is tried after its day', async () => {
  await using receiver = await startReceiver();
  const { act, add, deliveries, send } = await begin();
  const { db } = services;
  const older = (await add({ url: receiver.url })).webhook;
  const newer = (await add({ url: receiver.url })).webhook;
  receiver.status = 500;
  await act('Waits');
  await send();
  world.clock.advance(10 * MINUTE_MS);
  const due = async (limit: number) => await listDue(db, world.clock.now(), limit);
  const wait = async (webhookId: string, minutes: number) =>
    await db
      .updateTable('webhook_delivery')
      .set({ due_at: new Date(world.clock.now().getTime() - minutes * MINUTE_MS) })
      .where('webhook_id', '=', webhookId)
      .execute();
  await wait(older.id, 1);
  await wait(newer.id, 2);
  expect(await due(1)).toEqual([newer.id]);
  await wait(newer.id, 0);
  expect(await due(2)).toEqual([older.id, newer.id]);

  receiver.status = 200;
  const calls = receiver.calls.length;
  world.clock.advance(DAY_MS);
  expect(await due(2)).toEqual([]);
  // One that is still in time lets the webhook be asked.
  await act('In time');
  await send();
  expect(receiver.calls.length).toBe(calls + 2);
  expect((await deliveries(older.id)).map(({ state }) => state)).toEqual(['sent', 'waiting']);
});

test('events are noted once for each space in which somebody listens', async () => {
  const { act, add, spaceId } = await begin();
  const other = await begin();
  const pending = async () =>
    (
      await sql<{ noted: number }>`select count(*) as noted from webhook_pending
      where space_id in (${spaceId}, ${other.spaceId})`.execute(services.db)
    ).rows[0]?.noted;
  await act('Nobody listens');
  expect(await pending()).toBe(0);
  const { webhook } = await add({ url: 'http://127.0.0.1:1/' });
  await act('Noted');
  await other.act('Not noted');
  expect(await pending()).toBe(1);
  const pause = async (because: 'person' | null) =>
    await services.db
      .updateTable('webhook')
      .set({ paused_because: because })
      .where('id', '=', webhook.id)
      .execute();
  await pause('person');
  await act('Paused');
  expect(await pending()).toBe(1);
  await pause(null);
  // Those of one statement are one note for each space.
  await sql`insert into event select (jsonb_populate_record(event,
      jsonb_build_object('id', gen_random_uuid(), 'sequence', event.sequence + 1000))).*
    from event where space_id in (${spaceId}, ${other.spaceId})`.execute(services.db);
  expect(await pending()).toBe(2);
  await services.db.updateTable('webhook').set({ space_id: null }).where('id', '=', webhook.id).execute();
  await other.act('For all spaces');
  expect(await pending()).toBe(3);
});
