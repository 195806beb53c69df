import { z } from 'zod';
import type { Db, Tx } from './database/database.ts';

export interface WebAuthnCredential {
  /** In base64url. */
  readonly id: string;
  readonly poolId: string;
  readonly accountId: string;
  readonly relyingPartyId: string;
  /** COSE. */
  readonly publicKey: Buffer;
  /** 0 for authenticators without a counter. */
  readonly signCount: number;
  readonly isMultiDevice: boolean;
  readonly isBackedUp: boolean;
  readonly aaguid: string;
  readonly transports: readonly string[];
  readonly attachment: 'platform' | 'cross-platform' | null;
  readonly friendlyName: string;
  readonly createdAt: Date;
}

const transportsSchema = z.array(z.string());

const COLUMNS = [
  'pool_id',
  'credential_id',
  'account_id',
  'relying_party_id',
  'public_key',
  'sign_count',
  'is_multi_device',
  'is_backed_up',
  'aaguid',
  'transports',
  'attachment',
  'friendly_name',
  'created_at',
] as const;

interface Row {
  readonly pool_id: string;
  readonly credential_id: string;
  readonly account_id: string;
  readonly relying_party_id: string;
  readonly public_key: Buffer;
  readonly sign_count: string | number;
  readonly is_multi_device: boolean;
  readonly is_backed_up: boolean;
  readonly aaguid: string;
  readonly transports: unknown;
  readonly attachment: 'platform' | 'cross-platform' | null;
  readonly friendly_name: string;
  readonly created_at: Date;
}

function toCredential(row: Row): WebAuthnCredential {
  return {
    id: row.credential_id,
    poolId: row.pool_id,
    accountId: row.account_id,
    relyingPartyId: row.relying_party_id,
    publicKey: row.public_key,
    signCount: Number(row.sign_count),
    isMultiDevice: row.is_multi_device,
    isBackedUp: row.is_backed_up,
    aaguid: row.aaguid,
    transports: transportsSchema.parse(row.transports),
    attachment: row.attachment,
    friendlyName: row.friendly_name,
    createdAt: row.created_at,
  };
}

export async function insertWebAuthnCredential(
  db: Db | Tx,
  credential: WebAuthnCredential,
): Promise<boolean> {
  const inserted = await db
    .insertInto('web_authn_credential')
    .values({
      pool_id: credential.poolId,
      credential_id: credential.id,
      account_id: credential.accountId,
      relying_party_id: credential.relyingPartyId,
      public_key: credential.publicKey,
      sign_count: credential.signCount,
      is_multi_device: credential.isMultiDevice,
      is_backed_up: credential.isBackedUp,
      aaguid: credential.aaguid,
      transports: JSON.stringify(credential.transports),
      attachment: credential.attachment,
      friendly_name: credential.friendlyName,
      created_at: credential.createdAt,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export interface CredentialPage {
  readonly limit: number;
  readonly after: { readonly createdAt: Date; readonly id: string } | undefined;
}

export async function listWebAuthnCredentials(
  db: Db | Tx,
  accountId: string,
  page: CredentialPage,
): Promise<readonly WebAuthnCredential[]> {
  let query = db.selectFrom('web_authn_credential').select(COLUMNS).where('account_id', '=', accountId);
  if (page.after !== undefined) {
    const { createdAt, id } = page.after;
    query = query.where((where) =>
      where.or([
        where('created_at', '>', createdAt),
        where.and([where('created_at', '=', createdAt), where('credential_id', '>', id)]),
      ]),
    );
  }
  const rows = await query.orderBy('created_at').orderBy('credential_id').limit(page.limit).execute();
  return rows.map(toCredential);
}

export async function findWebAuthnCredential(
  db: Db | Tx,
  owner: { readonly poolId: string; readonly accountId: string },
  credentialId: string,
): Promise<WebAuthnCredential | undefined> {
  const row = await db
    .selectFrom('web_authn_credential')
    .select(COLUMNS)
    .where('pool_id', '=', owner.poolId)
    .where('credential_id', '=', credentialId)
    .where('account_id', '=', owner.accountId)
    .executeTakeFirst();
  return row && toCredential(row);
}

/** Locks the account until the transaction ends. */
export async function countWebAuthnCredentials(tx: Tx, accountId: string): Promise<number> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
  const row = await tx
    .selectFrom('web_authn_credential')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function deleteWebAuthnCredential(
  tx: Tx,
  owner: { readonly poolId: string; readonly accountId: string },
  credentialId: string,
): Promise<void> {
  await tx
    .deleteFrom('web_authn_credential')
    .where('pool_id', '=', owner.poolId)
    .where('credential_id', '=', credentialId)
    .where('account_id', '=', owner.accountId)
    .execute();
}

export interface CredentialUse {
  readonly poolId: string;
  readonly credentialId: string;
  readonly signCount: number;
  readonly isBackedUp: boolean;
  readonly now: Date;
}

/**
 * False if the counter did not increase, or the passkey was deleted. 0 after 0 is valid and means that there is no
 * counter.
 */
export async function recordCredentialUse(tx: Tx, use: CredentialUse): Promise<boolean> {
  const updated = await tx
    .updateTable('web_authn_credential')
    .set({ sign_count: use.signCount, is_backed_up: use.isBackedUp, last_used_at: use.now })
    .where('pool_id', '=', use.poolId)
    .where('credential_id', '=', use.credentialId)
    .where((where) =>
      use.signCount === 0 ? where('sign_count', '=', 0) : where('sign_count', '<', use.signCount),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}
