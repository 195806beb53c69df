import { type WebhookDelivery, SERVER_LIMITS } from '@coffer/contracts';
import { defined, err, MINUTE_MS, ok, SECOND_MS } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { createRateLimit, type RateLimit } from '../../platform/rate-limit.ts';
import { tryDelivery } from './deliveries/try-delivery.ts';
import { findManaged } from './in-webhook.ts';
import { presentDelivery } from './model.ts';
import type { WebhookNeeds } from './needs.ts';
import { findDelivery, insertTest } from './store/deliveries.ts';
import { lockWebhook, noteSuccess } from './store/webhooks.ts';

/** The rate limit of tests, one per process. */
export function createTestLimit({ clock }: Pick<WebhookNeeds, 'clock'>): RateLimit {
  const burst = SERVER_LIMITS.webhookTestsPerMinute;
  return createRateLimit({ clock, burst, intervalMs: MINUTE_MS / burst });
}

/** Sends a test delivery at once and without retries, because the response is the result. */
export async function testWebhook(
  services: WebhookNeeds & { readonly tests: RateLimit },
  actor: Actor,
  webhookId: string,
): Outcome<WebhookDelivery, Failure> {
  const { clock, db, newId, tests } = services;
  const found = await findManaged(services, { actor, webhookId }, 'admin:write');
  if (!found.ok) return found;
  const waitMs = tests.take(actor.person.id);
  if (waitMs > 0) return err({ code: 'rate_limited', facts: { retry_after: Math.ceil(waitMs / SECOND_MS) } });
  const webhook = found.value;
  const id = newId();
  const body = JSON.stringify({
    id,
    type: 'test',
    at: clock.now().toISOString(),
    space: webhook.space_id === null ? null : { id: webhook.space_id },
    node: null,
    actor: { id: actor.person.id, name: actor.person.name },
    details: {},
  });
  const tried = await tryDelivery(services, webhook, { id, body });
  return await inTransaction(db, async (tx): Outcome<WebhookDelivery, Failure> => {
    if ((await lockWebhook(tx, webhookId)) === undefined) return err({ code: 'webhook_not_found' });
    const now = clock.now();
    const state = tried.isTaken ? 'sent' : 'failed';
    await insertTest(tx, { ...tried, id, webhookId, body, state, triedAt: now });
    // Waiting deliveries to this receiver can be sent now.
    if (tried.isTaken) await noteSuccess(tx, webhookId, now);
    return ok(
      presentDelivery(
        defined(await findDelivery(tx, { webhookId, id }), 'the inserted delivery was not found'),
      ),
    );
  });
}
