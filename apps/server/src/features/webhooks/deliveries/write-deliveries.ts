import { SERVER_LIMITS } from '@coffer/contracts';
import { changedNothing, inTransaction } from '../../../platform/db/transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { takePending } from '../../../platform/db/pending-events.ts';
import { type EventRow, untilOf } from '../model.ts';
import type { WebhookNeeds } from '../needs.ts';
import { addMissed, countWaiting, insertDeliveries } from '../store/deliveries.ts';
import { listEvents } from '../store/events.ts';
import { listTold } from '../store/webhooks.ts';
import { bodyOf, typeOf } from './event-body.ts';
import { pauseForOwner } from './pause.ts';

const EVENTS_AT_ONCE = 500;
/** The maximum number of batches in one run. The next run continues. */
const BATCHES_PER_RUN = 40;

/**
 * Turns pending events into deliveries, and returns the number of batches. A batch is one transaction, so no event is
 * lost or written twice, whatever crashes and however many servers run.
 */
export async function writeDeliveries(services: WebhookNeeds): Promise<number> {
  let batches = 0;
  while (batches < BATCHES_PER_RUN && (await writeBatch(services))) batches += 1;
  return batches;
}

async function writeBatch(services: WebhookNeeds): Promise<boolean> {
  return await inTransaction(services.db, async (tx) => {
    const pending = await takePending(tx, { from: 'webhook_pending', limit: EVENTS_AT_ONCE });
    if (pending === undefined) {
      changedNothing(tx);
      return false;
    }
    const told = await listTold(tx, pending.spaceId);
    const events = told.length === 0 ? [] : await listEvents(tx, pending);
    for (const webhook of told) {
      const wanted = events.filter(({ verb }) => webhook.events.includes(typeOf(verb)));
      if (webhook.standing === 'lost') await pauseForOwner(tx, services, webhook.id);
      if (webhook.standing === 'told' && wanted.length > 0) {
        await writeFor(tx, services, { id: webhook.id, isByIds: webhook.space_id === null, events: wanted });
      }
    }
    return true;
  });
}

async function writeFor(
  tx: Tx,
  { clock, newId }: WebhookNeeds,
  {
    id,
    isByIds,
    events,
  }: { readonly id: string; readonly isByIds: boolean; readonly events: readonly EventRow[] },
): Promise<void> {
  const room =
    SERVER_LIMITS.webhookWaitingMax - (await countWaiting(tx, id, SERVER_LIMITS.webhookWaitingMax));
  const now = clock.now();
  const deliveries = events.slice(0, room).map((event) => {
    const deliveryId = newId();
    const body = bodyOf(event, { id: deliveryId, isByIds });
    return { id: deliveryId, eventId: event.id, type: typeOf(event.verb), body };
  });
  await insertDeliveries(tx, { webhookId: id, deliveries, now, until: untilOf(now) });
  if (events.length > room) await addMissed(tx, id, events.length - room);
}
