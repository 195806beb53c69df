import { isAtLeast, presentRole, type TokenScope } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import { type Actor, type Failure, hasScope, type Outcome } from '../../operation.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { roleIn } from '../spaces/index.ts';
import type { WebhookRow } from './model.ts';
import type { WebhookNeeds } from './needs.ts';
import { findWebhook, lockWebhook } from './store/webhooks.ts';

const ROLE_THAT_MANAGES = 'manager';

/**
 * Why the actor may not manage webhooks: a space needs a manager, all spaces an administrator. Undefined if the actor
 * may.
 */
export async function refusalFor(
  db: Db | Tx,
  actor: Actor,
  spaceId: string | null,
): Promise<Failure | undefined> {
  if (spaceId === null) {
    return actor.person.role === 'administrator'
      ? undefined
      : { code: 'not_allowed', facts: { needed_role: 'administrator' } };
  }
  const role = await roleIn(db, spaceId, actor.person.id);
  if (role === undefined) return { code: 'space_not_found' };
  return isAtLeast(presentRole(role), ROLE_THAT_MANAGES)
    ? undefined
    : { code: 'not_allowed', facts: { needed_role: ROLE_THAT_MANAGES } };
}

type AdminScope = Extract<TokenScope, `admin:${string}`>;

interface Asked {
  readonly actor: Actor;
  readonly webhookId: string;
}

/**
 * Checks access to a webhook. Webhooks of all spaces have the same paths, but a token also needs the administration
 * scope for them.
 */
async function judge(
  db: Db | Tx,
  { actor, scope }: { readonly actor: Actor; readonly scope: AdminScope },
  webhook: WebhookRow | undefined,
): Promise<Result<WebhookRow, Failure>> {
  if (webhook === undefined) return err({ code: 'webhook_not_found' });
  // For other people the webhook does not exist.
  if ((await refusalFor(db, actor, webhook.space_id)) !== undefined)
    return err({ code: 'webhook_not_found' });
  if (webhook.space_id === null && !hasScope(actor, scope))
    return err({ code: 'scope_missing', facts: { scope } });
  return ok(webhook);
}

export async function findManaged(
  { db }: Pick<WebhookNeeds, 'db'>,
  { actor, webhookId }: Asked,
  scope: AdminScope,
): Outcome<WebhookRow, Failure> {
  return await judge(db, { actor, scope }, await findWebhook(db, webhookId));
}

/** Runs `work` with the webhook locked, and rights as they are then. */
export async function inWebhook<T>(
  { db }: Pick<WebhookNeeds, 'db'>,
  { actor, webhookId }: Asked,
  work: (tx: Tx, webhook: WebhookRow) => Promise<Result<T, Failure>>,
): Outcome<T, Failure> {
  return await inTransaction(db, async (tx): Outcome<T, Failure> => {
    const found = await judge(tx, { actor, scope: 'admin:write' }, await lockWebhook(tx, webhookId));
    return found.ok ? await work(tx, found.value) : found;
  });
}
