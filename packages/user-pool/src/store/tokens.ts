import { sql } from 'kysely';
import type { Db, Tx } from './database/database.ts';

/** All tokens of one sign-in share `originJti` and are revoked together. */
export interface TokenFamily {
  readonly originJti: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly accountId: string;
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
  readonly scope: string;
  readonly nonce: string | null;
  /** Whether the sign-in began at the authorization endpoint. */
  readonly isHosted: boolean;
  readonly deviceKey: string | null;
  /** Time of the last sign-in or refresh. The next two members are from that request too. */
  readonly lastActiveAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

const FAMILY_COLUMNS = [
  'token_family.origin_jti',
  'token_family.pool_id',
  'token_family.client_id',
  'token_family.account_id',
  'token_family.authenticated_at',
  'token_family.expires_at',
  'token_family.revoked_at',
  'token_family.scope',
  'token_family.nonce',
  'token_family.is_hosted',
  'token_family.device_key',
  'token_family.last_active_at',
  'token_family.address',
  'token_family.user_agent',
] as const;

interface FamilyRow {
  readonly origin_jti: string;
  readonly pool_id: string;
  readonly client_id: string;
  readonly account_id: string;
  readonly authenticated_at: Date;
  readonly expires_at: Date;
  readonly revoked_at: Date | null;
  readonly scope: string;
  readonly nonce: string | null;
  readonly is_hosted: boolean;
  readonly device_key: string | null;
  readonly last_active_at: Date | null;
  readonly address: string | null;
  readonly user_agent: string | null;
}

function toFamily(row: FamilyRow): TokenFamily {
  return {
    originJti: row.origin_jti,
    poolId: row.pool_id,
    clientId: row.client_id,
    accountId: row.account_id,
    authenticatedAt: row.authenticated_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    scope: row.scope,
    nonce: row.nonce,
    isHosted: row.is_hosted,
    deviceKey: row.device_key,
    lastActiveAt: row.last_active_at ?? row.authenticated_at,
    address: row.address,
    userAgent: row.user_agent,
  };
}

export async function insertFamily(
  db: Db | Tx,
  family: Omit<TokenFamily, 'revokedAt'>,
  tokenHash: Buffer,
): Promise<void> {
  await sql`
    with family as (
      insert into user_pool.token_family
        (origin_jti, pool_id, client_id, account_id, authenticated_at, expires_at, scope, nonce, is_hosted,
        device_key, last_active_at, address, user_agent)
      values (${family.originJti}, ${family.poolId}, ${family.clientId}, ${family.accountId},
        ${family.authenticatedAt}, ${family.expiresAt}, ${family.scope}, ${family.nonce}, ${family.isHosted},
        ${family.deviceKey}, ${family.lastActiveAt}, ${family.address}, ${family.userAgent})
    )
    insert into user_pool.refresh_token (token_hash, origin_jti, created_at)
    values (${tokenHash}, ${family.originJti}, ${family.authenticatedAt})`.execute(db);
}

export async function findFamily(db: Db | Tx, originJti: string): Promise<TokenFamily | undefined> {
  const row = await db
    .selectFrom('token_family')
    .select(FAMILY_COLUMNS)
    .where('origin_jti', '=', originJti)
    .executeTakeFirst();
  return row && toFamily(row);
}

export interface RefreshToken {
  readonly tokenHash: Buffer;
  readonly rotatedAt: Date | null;
  readonly successorSealed: string | null;
  readonly family: TokenFamily;
}

export async function findRefreshToken(
  db: Db | Tx,
  tokenHash: Buffer,
  options: { readonly lock: boolean },
): Promise<RefreshToken | undefined> {
  const row = await db
    .selectFrom('refresh_token')
    .innerJoin('token_family', 'token_family.origin_jti', 'refresh_token.origin_jti')
    .select([
      ...FAMILY_COLUMNS,
      'refresh_token.token_hash',
      'refresh_token.rotated_at',
      'refresh_token.successor_sealed',
    ])
    .where('refresh_token.token_hash', '=', tokenHash)
    .$if(options.lock, (query) => query.forUpdate())
    .executeTakeFirst();
  return (
    row && {
      tokenHash: row.token_hash,
      rotatedAt: row.rotated_at,
      successorSealed: row.successor_sealed,
      family: toFamily(row),
    }
  );
}

export interface Rotation {
  readonly tokenHash: Buffer;
  readonly originJti: string;
  readonly successorHash: Buffer;
  /** Null without a grace period. */
  readonly successorSealed: string | null;
  readonly now: Date;
}

export async function rotateRefreshToken(tx: Tx, rotation: Rotation): Promise<void> {
  await tx
    .updateTable('refresh_token')
    .set({ rotated_at: rotation.now, successor_sealed: rotation.successorSealed })
    .where('token_hash', '=', rotation.tokenHash)
    .execute();
  await tx
    .insertInto('refresh_token')
    .values({
      token_hash: rotation.successorHash,
      origin_jti: rotation.originJti,
      created_at: rotation.now,
      rotated_at: null,
      successor_sealed: null,
    })
    .execute();
}

export async function revokeFamily(db: Db | Tx, originJti: string, now: Date): Promise<void> {
  await db
    .updateTable('token_family')
    .set({ revoked_at: now })
    .where('origin_jti', '=', originJti)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function revokeAllFamilies(db: Db | Tx, accountId: string, now: Date): Promise<void> {
  await db.deleteFrom('hosted_session').where('account_id', '=', accountId).execute();
  await db
    .deleteFrom('authorization_code')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .execute();
  await db
    .updateTable('token_family')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute();
}

export interface Activity {
  readonly now: Date;
  readonly address?: string | undefined;
  readonly userAgent?: string | undefined;
}

export async function noteActivity(db: Db | Tx, originJti: string, activity: Activity): Promise<void> {
  await db
    .updateTable('token_family')
    .set({ last_active_at: activity.now, address: activity.address, user_agent: activity.userAgent })
    .where('origin_jti', '=', originJti)
    .execute();
}

export async function listLiveFamilies(
  db: Db | Tx,
  accountId: string,
  page: { readonly now: Date; readonly limit: number; readonly before: string | undefined },
): Promise<readonly TokenFamily[]> {
  let query = db
    .selectFrom('token_family')
    .select(FAMILY_COLUMNS)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', page.now);
  if (page.before !== undefined) query = query.where('origin_jti', '<', page.before);
  const rows = await query.orderBy('origin_jti', 'desc').limit(page.limit).execute();
  return rows.map(toFamily);
}

/**
 * Ends the least recently used sessions beyond `keep`, not counting the new one. Does nothing if the new one has
 * already ended.
 */
export async function evictFamilies(
  tx: Tx,
  accountId: string,
  bounds: { readonly newest: string; readonly keep: number; readonly now: Date },
): Promise<void> {
  await sql`
    update user_pool.token_family set revoked_at = ${bounds.now}::timestamptz where origin_jti in (
      select origin_jti from user_pool.token_family
      where account_id = ${accountId}::uuid and origin_jti <> ${bounds.newest}::uuid
        and revoked_at is null and expires_at > ${bounds.now}::timestamptz
      order by coalesce(last_active_at, authenticated_at) desc, origin_jti desc
      offset ${bounds.keep})
      and exists (select from user_pool.token_family where origin_jti = ${bounds.newest}::uuid and revoked_at is null)
    `.execute(tx);
}
