import { SpaceId, type WebhookPause } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import { recordAudit } from '../../audit/index.ts';
import { notify } from '../../notifications/index.ts';
import { findSpaceNames } from '../../spaces/index.ts';
import { nameOf, type WebhookRow } from '../model.ts';
import type { WebhookNeeds } from '../needs.ts';
import { auditOf } from '../audit-of.ts';
import { endWaiting } from '../store/deliveries.ts';
import { lockWebhook, pauseWebhook } from '../store/webhooks.ts';

type Needs = Pick<WebhookNeeds, 'clock' | 'log' | 'newId'>;

/** Pauses a webhook whose owner no longer has the rights. The others who manage the space see that. */
export async function pauseForOwner(tx: Tx, services: Needs, webhookId: string): Promise<void> {
  const webhook = await lockWebhook(tx, webhookId);
  if (webhook?.paused_because === null) await pause(tx, services, { webhook, because: 'owner' });
}

/** Pauses a webhook whose receiver accepts no deliveries, and notifies its owner. */
export async function pauseForReceiver(
  tx: Tx,
  services: Needs,
  { webhook, because }: { readonly webhook: WebhookRow; readonly because: 'failing' | 'gone' },
): Promise<void> {
  await pause(tx, services, { webhook, because });
  const { space_id: spaceId, owner_id: ownerId } = webhook;
  const names = await findSpaceNames(tx, spaceId === null ? [] : [spaceId]);
  await notify(tx, {
    personIds: [ownerId],
    actorId: null,
    subject: {
      kind: 'webhook_paused',
      spaceId: spaceId === null ? null : SpaceId.parse(spaceId),
      space: names.get(spaceId ?? '')?.name ?? '',
      name: nameOf(webhook),
      isGone: because === 'gone',
    },
    topic: `webhook:${webhook.id}`,
    isOwed: true,
    at: services.clock.now(),
    newId: services.newId,
  });
}

async function pause(
  tx: Tx,
  { clock, log }: Needs,
  { webhook, because }: { readonly webhook: WebhookRow; readonly because: WebhookPause },
): Promise<void> {
  const now = clock.now();
  await pauseWebhook(tx, { id: webhook.id, because, now });
  await endWaiting(tx, webhook.id, now);
  recordAudit(tx, { ...auditOf(webhook, 'webhook_paused'), at: now, actor: { kind: 'server' } });
  log.warn('webhook_paused', { webhookId: webhook.id, because });
}
