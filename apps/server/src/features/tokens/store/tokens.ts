import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { TokenRow } from '../model.ts';

const COLUMNS = ['id', 'label', 'scopes', 'last_used_at', 'created_at', 'expires_at'] as const;

export async function insertToken(
  tx: Tx,
  token: TokenRow & { readonly userId: string; readonly hash: string },
): Promise<void> {
  const { userId, scopes, ...row } = token;
  await tx
    .insertInto('api_token')
    .values({ ...row, scopes: [...scopes], user_id: userId })
    .execute();
}

/** Counts tokens that have not expired. Locks the person, so that two concurrent calls cannot exceed the limit. */
export async function countTokens(
  tx: Tx,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<number> {
  await tx.selectFrom('user').select('id').where('id', '=', userId).forUpdate().executeTakeFirst();
  const { count } = await tx
    .selectFrom('api_token')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** Lists the tokens of a person, newest first. */
export async function listTokenRows(db: Db | Tx, userId: string): Promise<readonly TokenRow[]> {
  return await db
    .selectFrom('api_token')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(1_000)
    .execute();
}

export async function findTokenRow(
  db: Db,
  key: { readonly id: string; readonly userId: string },
): Promise<TokenRow | undefined> {
  return await db
    .selectFrom('api_token')
    .select(COLUMNS)
    .where('id', '=', key.id)
    .where('user_id', '=', key.userId)
    .executeTakeFirst();
}

export async function deleteTokenRow(
  tx: Tx,
  key: { readonly id: string; readonly userId: string },
): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('api_token')
    .where('id', '=', key.id)
    .where('user_id', '=', key.userId)
    .returning('label')
    .executeTakeFirst();
  return row?.label;
}

export async function deleteTokenRows(tx: Tx, userId: string): Promise<readonly string[]> {
  const rows = await tx.deleteFrom('api_token').where('user_id', '=', userId).returning('label').execute();
  return rows.map(({ label }) => label);
}

export interface LiveToken extends TokenRow {
  readonly user_id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly picture_id: string | null;
  readonly role: 'member' | 'auditor' | 'administrator';
}

/** Finds a token that has not expired, of an active person. One indexed read. */
export async function findLiveToken(
  db: Db,
  key: { readonly hash: string; readonly now: Date },
): Promise<LiveToken | undefined> {
  return await db
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .select([
      'api_token.id',
      'api_token.user_id',
      'api_token.label',
      'api_token.scopes',
      'api_token.last_used_at',
      'api_token.created_at',
      'api_token.expires_at',
      'user.username',
      'user.name',
      'user.email',
      'user.picture_id',
      'user.role',
    ])
    .where('api_token.hash', '=', key.hash)
    .where('api_token.expires_at', '>', key.now)
    .where('user.status', '=', 'active')
    .executeTakeFirst();
}

/** Like {@link findLiveToken}, for many tokens. */
export async function filterLiveTokens(
  db: Db,
  key: { readonly ids: readonly string[]; readonly now: Date },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('api_token')
    .innerJoin('user', 'user.id', 'api_token.user_id')
    .select('api_token.id')
    .where('api_token.id', '=', sql<string>`any(${key.ids}::uuid[])`)
    .where('api_token.expires_at', '>', key.now)
    .where('user.status', '=', 'active')
    .execute();
  return rows.map(({ id }) => id);
}

/** Records the use of a token. Only one of several concurrent calls writes. */
export async function touchToken(
  db: Db,
  key: { readonly id: string; readonly now: Date; readonly usedBefore: Date },
): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ last_used_at: key.now })
    .where('id', '=', key.id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<=', key.usedBefore)]),
    )
    .execute();
}

export async function deleteExpiredTokens(db: Db, expiredBefore: Date): Promise<void> {
  await db.deleteFrom('api_token').where('expires_at', '<=', expiredBefore).execute();
}
