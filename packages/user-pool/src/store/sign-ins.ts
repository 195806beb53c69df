import type { Db, Tx } from './database/database.ts';
import type { ClaimedGroup } from './groups.ts';
import { defineStatement } from './database/statement.ts';
import type { TokenFamily } from './tokens.ts';

export interface NewSignIn extends Omit<TokenFamily, 'revokedAt'> {
  readonly tokenHash: Buffer;
  /** The sign-in is refused while any of these is locked. */
  readonly lockSubjects: readonly string[];
  readonly forgiven: string | null;
  readonly groupsMax: number;
}

/** `locked` and `gone` write nothing, except the reset of `forgiven`. */
export type BegunSignIn =
  | { readonly outcome: 'locked' }
  | { readonly outcome: 'gone' }
  | {
      readonly outcome: 'begun';
      readonly others: number;
      readonly groups: readonly ClaimedGroup[];
    };

interface Row {
  readonly is_locked: boolean;
  readonly is_begun: boolean;
  readonly others: number | null;
  readonly groups: readonly ClaimedGroup[] | null;
}

const begin = defineStatement<NewSignIn, Row>(
  (value) => `
    with locked as (
      select exists (select from user_pool.lockout where subject = any(${value('lockSubjects')}::text[])
        and locked_until > ${value('authenticatedAt')}::timestamptz) as is_locked
    ), forgotten as (
      delete from user_pool.lockout
      where subject = ${value('forgiven')}::text and locked_until <= ${value('authenticatedAt')}::timestamptz
    ), noted as (
      update user_pool.account
      set last_signed_in_at = ${value('authenticatedAt')}::timestamptz, is_first_sign_in_due = false
      where id = ${value('accountId')}::uuid and is_enabled and not (select is_locked from locked)
      returning id
    ), family as (
      insert into user_pool.token_family
        (origin_jti, pool_id, client_id, account_id, authenticated_at, expires_at, scope, nonce, is_hosted,
        device_key, last_active_at, address, user_agent)
      select ${value('originJti')}::uuid, ${value('poolId')}::text, ${value('clientId')}::text, noted.id,
        ${value('authenticatedAt')}::timestamptz, ${value('expiresAt')}::timestamptz, ${value('scope')}::text,
        ${value('nonce')}::text, ${value('isHosted')}::boolean, ${value('deviceKey')}::text,
        ${value('lastActiveAt')}::timestamptz, ${value('address')}::text, ${value('userAgent')}::text
      from noted returning origin_jti
    ), token as (
      insert into user_pool.refresh_token (token_hash, origin_jti, created_at)
      select ${value('tokenHash')}::bytea, family.origin_jti, ${value('authenticatedAt')}::timestamptz from family
      returning origin_jti
    )
    select locked.is_locked, begun.is_begun, case when begun.is_begun then (
        select count(*)::int from user_pool.token_family as other
        where other.account_id = ${value('accountId')}::uuid and other.revoked_at is null
          and other.expires_at > ${value('authenticatedAt')}::timestamptz
      ) end as others, case when begun.is_begun then (
        select coalesce(jsonb_agg(listed), '[]') from (
          select user_group.name, user_group.role_arn as "roleArn", user_group.precedence
          from user_pool.group_member
          join user_pool.user_group on user_group.pool_id = group_member.pool_id
            and user_group.name = group_member.group_name
          where group_member.account_id = ${value('accountId')}::uuid
          order by user_group.precedence asc nulls last, user_group.name limit ${value('groupsMax')}
        ) as listed
      ) end as groups
    from locked, (select exists (select from token) as is_begun) as begun`,
);

/** Finishes a sign-in in one statement. Locks the account row, so that no session escapes a concurrent revocation. */
export async function insertSignIn(db: Db | Tx, signIn: NewSignIn): Promise<BegunSignIn> {
  const [row] = await begin(db, signIn);
  if (row === undefined) throw new Error('the statement of a sign-in returned no row');
  if (row.is_locked) return { outcome: 'locked' };
  if (!row.is_begun || row.others === null || row.groups === null) return { outcome: 'gone' };
  return { outcome: 'begun', others: row.others, groups: row.groups };
}
