import type { Db, Tx } from '../../../platform/db/db.ts';

export interface RedirectRow {
  readonly id: string;
  readonly issuer_id: string;
  readonly exchange_sealed: string;
  readonly return_to: string;
  readonly created_at: Date;
}

export async function insertRedirect(
  db: Db | Tx,
  redirect: {
    readonly id: string;
    readonly issuerId: string;
    readonly exchangeSealed: string;
    readonly returnTo: string;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db
    .insertInto('redirect_attempt')
    .values({
      id: redirect.id,
      issuer_id: redirect.issuerId,
      exchange_sealed: redirect.exchangeSealed,
      return_to: redirect.returnTo,
      created_at: redirect.now,
      expires_at: redirect.expiresAt,
    })
    .execute();
}

export async function findRedirect(
  db: Db | Tx,
  key: { readonly id: string; readonly now: Date },
): Promise<RedirectRow | undefined> {
  return await db
    .selectFrom('redirect_attempt')
    .select(['id', 'issuer_id', 'exchange_sealed', 'return_to', 'created_at'])
    .where('id', '=', key.id)
    .where('expires_at', '>', key.now)
    .executeTakeFirst();
}

/** Consumes a valid attempt. Only one of several concurrent calls gets it. */
export async function takeRedirect(
  db: Db | Tx,
  key: { readonly id: string; readonly now: Date },
): Promise<boolean> {
  const taken = await db
    .deleteFrom('redirect_attempt')
    .where('id', '=', key.id)
    .where('expires_at', '>', key.now)
    .executeTakeFirst();
  return taken.numDeletedRows === 1n;
}

export async function deleteOverdueRedirects(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('redirect_attempt').where('expires_at', '<=', now).execute();
}
