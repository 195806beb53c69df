import {
  type ChangeWebhookRequest,
  type Webhook,
  type WebhookSecret,
  SERVER_LIMITS,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { recordAudit } from '../audit/index.ts';
import { refusalOf } from './create-webhook.ts';
import { newSecret } from './deliveries/signature.ts';
import { inWebhook } from './in-webhook.ts';
import { presentWebhook, secretPurpose } from './model.ts';
import type { WebhookNeeds } from './needs.ts';
import { auditOf } from './audit-of.ts';
import { deleteWebhookRow, findShownWebhook, updateSecret, updateWebhook } from './store/webhooks.ts';

/** Changes or resumes a webhook. The person who does so becomes its owner, whose rights decide what is delivered. */
export async function changeWebhook(
  services: WebhookNeeds,
  actor: Actor,
  {
    webhookId,
    change,
    revision,
  }: {
    readonly webhookId: string;
    readonly change: ChangeWebhookRequest;
    readonly revision: number | undefined;
  },
): Outcome<Webhook, Failure> {
  return await inWebhook(services, { actor, webhookId }, async (tx, row): Outcome<Webhook, Failure> => {
    if (revision === undefined) return err({ code: 'revision_required' });
    if (revision !== row.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: row.revision } });
    }
    const { url = row.url, label = row.label, events = row.events, isPaused } = change;
    const refused = refusalOf(services, { spaceId: row.space_id, url, events });
    if (refused !== undefined) return err(refused);
    const now = services.clock.now();
    const pausedBecause =
      isPaused === undefined ? row.paused_because : isPaused ? (row.paused_because ?? 'person') : null;
    const ownerId = actor.person.id;
    await updateWebhook(tx, { id: webhookId, url, label, events, pausedBecause, ownerId, now });
    const { facts, ...entry } = auditOf({ ...row, url, label }, 'webhook_changed');
    const isOn = pausedBecause === null;
    recordAudit(tx, { ...entry, at: now, facts: { ...facts, events: [...events], is_on: isOn } });
    return ok(
      presentWebhook(defined(await findShownWebhook(tx, webhookId), 'a locked webhook was not found'), now),
    );
  });
}

/** Replaces the secret. The old one also signs for a day, so that the receiver can be changed in that time. */
export async function replaceSecret(
  services: WebhookNeeds,
  actor: Actor,
  webhookId: string,
): Outcome<WebhookSecret, Failure> {
  return await inWebhook(services, { actor, webhookId }, async (tx, row): Outcome<WebhookSecret, Failure> => {
    const now = services.clock.now();
    const secret = newSecret();
    await updateSecret(tx, {
      id: webhookId,
      secretSealed: services.cipher.seal(secret, secretPurpose(webhookId)),
      oldSealed: row.secret_sealed,
      oldUntil: new Date(now.getTime() + SERVER_LIMITS.webhookOldSecretMs),
      now,
    });
    recordAudit(tx, { ...auditOf(row, 'webhook_secret_replaced'), at: now });
    const webhook = presentWebhook(
      defined(await findShownWebhook(tx, webhookId), 'a locked webhook was not found'),
      now,
    );
    return ok({ webhook, secret });
  });
}

export async function deleteWebhook(
  services: WebhookNeeds,
  actor: Actor,
  webhookId: string,
): Outcome<undefined, Failure> {
  return await inWebhook(services, { actor, webhookId }, async (tx, row): Outcome<undefined, Failure> => {
    await deleteWebhookRow(tx, webhookId);
    recordAudit(tx, { ...auditOf(row, 'webhook_deleted'), at: services.clock.now() });
    return ok(undefined);
  });
}
