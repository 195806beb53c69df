import type { DeliveriesQuery, DeliveryPage, WebhookDelivery } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { findManaged, inWebhook } from './in-webhook.ts';
import { presentDelivery, untilOf } from './model.ts';
import type { WebhookNeeds } from './needs.ts';
import { beginAgain, findDelivery, listDeliveryRows } from './store/deliveries.ts';

export async function listDeliveries(
  services: Pick<WebhookNeeds, 'db'>,
  actor: Actor,
  { webhookId, after, limit }: DeliveriesQuery & { readonly webhookId: string },
): Outcome<DeliveryPage, Failure> {
  const found = await findManaged(services, { actor, webhookId }, 'admin:read');
  if (!found.ok) return found;
  const rows = await listDeliveryRows(services.db, { webhookId, after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const next = rows.length > limit ? (shown.at(-1)?.id ?? null) : null;
  return ok({ items: shown.map(presentDelivery), next });
}

/** Sends a delivery again with the same id and body, so that a receiver recognizes a duplicate. */
export async function sendAgain(
  services: Pick<WebhookNeeds, 'clock' | 'db'>,
  actor: Actor,
  { webhookId, deliveryId: id }: { readonly webhookId: string; readonly deliveryId: string },
): Outcome<WebhookDelivery, Failure> {
  return await inWebhook(
    services,
    { actor, webhookId },
    async (tx, row): Outcome<WebhookDelivery, Failure> => {
      const now = services.clock.now();
      if ((await findDelivery(tx, { webhookId, id })) === undefined)
        return err({ code: 'delivery_not_found' });
      if (row.paused_because !== null) return err({ code: 'webhook_paused' });
      await beginAgain(tx, { id, now, until: untilOf(now) });
      return ok(
        presentDelivery(defined(await findDelivery(tx, { webhookId, id }), 'the delivery was not found')),
      );
    },
  );
}
