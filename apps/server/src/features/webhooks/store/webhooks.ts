import type { WebhookPause } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { ShownWebhookRow, WebhookRow } from '../model.ts';

const WEBHOOKS_MAX = 1_000;
/** The id of the lock. Arbitrary, but must never change. */
const COUNTING = 4_207_851;

/** Locks the list of webhooks, so that count and insert of one call do not overlap with those of others. */
export async function lockWebhooksOf(tx: Tx, spaceId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(COUNTING)}, hashtext(${spaceId ?? ''}))`.execute(tx);
}

export async function countWebhooks(tx: Tx, spaceId: string | null): Promise<number> {
  const { total } = await tx
    .selectFrom('webhook')
    .select(sql<number>`count(*)`.as('total'))
    .where(sql<boolean>`space_id is not distinct from ${spaceId}::uuid`)
    .executeTakeFirstOrThrow();
  return total;
}

export async function listWebhookRows(
  db: Db | Tx,
  spaceId: string | null,
): Promise<readonly ShownWebhookRow[]> {
  return await readWebhooks(db, sql`webhook.space_id is not distinct from ${spaceId}::uuid`);
}

export async function findWebhook(db: Db | Tx, id: string): Promise<WebhookRow | undefined> {
  return await db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findShownWebhook(db: Db | Tx, id: string): Promise<ShownWebhookRow | undefined> {
  const [row] = await readWebhooks(db, sql`webhook.id = ${id}`);
  return row;
}

/** Reads and locks a webhook. */
export async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow | undefined> {
  return await tx.selectFrom('webhook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function readWebhooks(
  db: Db | Tx,
  condition: RawBuilder<unknown>,
): Promise<readonly ShownWebhookRow[]> {
  const { rows } = await sql<ShownWebhookRow>`
    select webhook.*, coalesce(nullif(owner.name, ''), owner.username) as owner_name,
      (select count(*) from webhook_delivery
        where webhook_id = webhook.id and state = 'waiting') as waiting,
      (select jsonb_build_object('created_at', created_at, 'state', state, 'status', status, 'fault', fault)
        from webhook_delivery where webhook_id = webhook.id order by id desc limit 1) as last
    from webhook left join "user" owner on owner.id = webhook.owner_id and owner.status <> 'removed'
    where ${condition}
    order by webhook.created_at, webhook.id limit ${WEBHOOKS_MAX}`.execute(db);
  return rows;
}

export async function insertWebhook(
  tx: Tx,
  webhook: {
    readonly id: string;
    readonly spaceId: string | null;
    readonly ownerId: string;
    readonly label: string;
    readonly url: string;
    readonly events: readonly string[];
    readonly secretSealed: string;
    readonly now: Date;
  },
): Promise<void> {
  const { id, spaceId, ownerId, label, url, events, secretSealed, now } = webhook;
  await tx
    .insertInto('webhook')
    .values({
      id,
      space_id: spaceId,
      owner_id: ownerId,
      label,
      url,
      events: [...events],
      secret_sealed: secretSealed,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Changes a webhook, whose owner becomes the person who changes it. Waiting deliveries are tried at once. */
export async function updateWebhook(
  tx: Tx,
  change: Pick<WebhookRow, 'id' | 'label' | 'url' | 'events'> & {
    readonly ownerId: string;
    readonly pausedBecause: WebhookPause | null;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set((set) => ({
      owner_id: change.ownerId,
      label: change.label,
      url: change.url,
      events: [...change.events],
      paused_because: change.pausedBecause,
      failures: 0,
      failing_since: null,
      resting_until: null,
      updated_at: change.now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', change.id)
    .execute();
}

export async function updateSecret(
  tx: Tx,
  change: {
    readonly id: string;
    readonly secretSealed: string;
    readonly oldSealed: string;
    readonly oldUntil: Date;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set((set) => ({
      secret_sealed: change.secretSealed,
      old_secret_sealed: change.oldSealed,
      old_secret_until: change.oldUntil,
      updated_at: change.now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', change.id)
    .execute();
}

export async function deleteWebhookRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhook').where('id', '=', id).execute();
}

export async function pauseWebhook(
  tx: Tx,
  { id, because, now }: { readonly id: string; readonly because: WebhookPause; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set((set) => ({ paused_because: because, updated_at: now, revision: set('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export async function noteSuccess(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ failures: 0, failing_since: null, resting_until: null, last_success_at: now })
    .where('id', '=', id)
    .execute();
}

export async function noteFailure(
  tx: Tx,
  { id, now, restingUntil }: { readonly id: string; readonly now: Date; readonly restingUntil: Date },
): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({
      failures: sql`failures + 1`,
      failing_since: sql`coalesce(failing_since, ${now})`,
      resting_until: restingUntil,
    })
    .where('id', '=', id)
    .execute();
}

export type Standing = 'told' | 'archived' | 'lost';

interface Told extends Pick<WebhookRow, 'id' | 'space_id' | 'events'> {
  /** Whether the owner has the rights to get events. */
  readonly standing: Standing;
}

/** Lists the webhooks that get events of a space. */
export async function listTold(tx: Tx, spaceId: string): Promise<readonly Told[]> {
  const { rows } = await sql<Told>`
    select webhook.id, webhook.space_id, webhook.events, ${STANDING} as standing
    from webhook where paused_because is null and (space_id is null or space_id = ${spaceId})
    order by webhook.id`.execute(tx);
  return rows;
}

export async function findStanding(db: Db | Tx, id: string): Promise<Standing> {
  const { rows } = await sql<{ readonly standing: Standing }>`
    select ${STANDING} as standing from webhook where id = ${id}`.execute(db);
  return rows[0]?.standing ?? 'lost';
}

/**
 * The rights of the owner. `told`: the owner manages the space, owns it while it is archived, or is an administrator;
 * `archived`: the owner may manage the space again once it is restored.
 */
const STANDING = sql<Standing>`(
  select case
    when owner.status <> 'active' then 'lost'
    when webhook.space_id is null then case owner.role when 'administrator' then 'told' else 'lost' end
    when exists (select from space_role held
      where held.space_id = webhook.space_id and held.user_id = owner.id and held.role in ('manager', 'owner'))
      then 'told'
    when exists (select from archived_member former
      where former.space_id = webhook.space_id and former.user_id = owner.id and former.role = 'owner')
      then 'told'
    when exists (select from space where space.id = webhook.space_id and space.archived_at is not null) then 'archived'
    else 'lost'
  end from "user" owner where owner.id = webhook.owner_id)`;
