import {
  LIMITS,
  type OperationParsed,
  type WebhookList,
  type WebhookSecret,
  webhookGroups,
  WEBHOOK_EVENTS_OF,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit } from '../audit/index.ts';
import { newSecret } from './deliveries/signature.ts';
import { refusalFor } from './in-webhook.ts';
import { presentWebhook, secretPurpose } from './model.ts';
import type { WebhookNeeds } from './needs.ts';
import { auditOf } from './audit-of.ts';
import {
  countWebhooks,
  findShownWebhook,
  insertWebhook,
  listWebhookRows,
  lockWebhooksOf,
} from './store/webhooks.ts';

export async function listWebhooks(
  { clock, db }: Pick<WebhookNeeds, 'clock' | 'db'>,
  actor: Actor,
  spaceId: string | null,
): Outcome<WebhookList, Failure> {
  const refused = await refusalFor(db, actor, spaceId);
  if (refused !== undefined) return err(refused);
  const now = clock.now();
  return ok({ items: (await listWebhookRows(db, spaceId)).map((row) => presentWebhook(row, now)) });
}

type NewWebhook = OperationParsed<'createWebhook', 'body'>;

/** Creates a webhook. Only this response contains the secret. */
export async function createWebhook(
  services: WebhookNeeds,
  actor: Actor,
  { spaceId, url, label, events }: NewWebhook & { readonly spaceId: string | null },
): Outcome<WebhookSecret, Failure> {
  const { cipher, clock, db, newId } = services;
  return await inTransaction(db, async (tx): Outcome<WebhookSecret, Failure> => {
    const refused = (await refusalFor(tx, actor, spaceId)) ?? refusalOf(services, { spaceId, url, events });
    if (refused !== undefined) return err(refused);
    await lockWebhooksOf(tx, spaceId);
    if ((await countWebhooks(tx, spaceId)) >= LIMITS.webhooksPerSpaceMax) {
      return err({ code: 'limit_reached', facts: { limit: LIMITS.webhooksPerSpaceMax } });
    }
    const id = newId();
    const secret = newSecret();
    const now = clock.now();
    const secretSealed = cipher.seal(secret, secretPurpose(id));
    await insertWebhook(tx, { id, spaceId, ownerId: actor.person.id, label, url, events, secretSealed, now });
    const row = defined(await findShownWebhook(tx, id), 'the inserted webhook was not found');
    const { facts, ...entry } = auditOf(row, 'webhook_created');
    recordAudit(tx, { ...entry, at: now, facts: { ...facts, events: [...events] } });
    return ok({ webhook: presentWebhook(row, now), secret });
  });
}

/** Rejects a URL that the server must not call, and events that a webhook of this scope cannot receive. */
export function refusalOf(
  { guardedPost }: Pick<WebhookNeeds, 'guardedPost'>,
  {
    spaceId,
    url,
    events,
  }: { readonly spaceId: string | null; readonly url: string; readonly events: readonly string[] },
): Failure | undefined {
  const code = guardedPost.refusalOf(url);
  if (code !== undefined) return { code: 'invalid_request', issues: [{ path: 'url', code }] };
  const known = new Set<string>(
    webhookGroups(spaceId === null).flatMap((group) => [...WEBHOOK_EVENTS_OF[group]]),
  );
  return events.every((event) => known.has(event))
    ? undefined
    : { code: 'invalid_request', issues: [{ path: 'events', code: 'wrong_format' }] };
}
