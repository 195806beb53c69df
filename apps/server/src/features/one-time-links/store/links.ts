import { LIMITS, type SystemRole } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { OneTimeLinkRow } from '../model.ts';

const COLUMNS = [
  'code_hash',
  'kind',
  'user_id',
  'email',
  'name',
  'role',
  'invited_by',
  'expires_at',
  'ended_at',
  'end_reason',
  'claimed_until',
  'began_at_pool',
  'quota_bytes',
  'group_ids',
  'by_sharing',
] as const;

const INVITATIONS_MAX = 10_000;
const NAME_LENGTH_MAX = 100;

interface NewLink {
  readonly codeHash: string;
  readonly invitedBy: string | null;
  readonly email: string;
  readonly name: string;
  readonly now: Date;
  readonly expiresAt: Date;
  /** The quota in an invitation. */
  readonly quotaBytes?: number | undefined;
  readonly groupIds?: readonly string[] | undefined;
  readonly bySharing?: boolean | undefined;
}

export async function insertInvitation(tx: Tx, link: NewLink & { readonly role: SystemRole }): Promise<void> {
  await insertLink(tx, { ...link, kind: 'invitation', userId: null });
}

export async function insertReset(tx: Tx, link: NewLink & { readonly userId: string }): Promise<void> {
  // The pool may keep more than the link shows.
  const name = cut(link.name, NAME_LENGTH_MAX);
  const email = cut(link.email, LIMITS.emailLengthMax);
  await insertLink(tx, { ...link, name, email, kind: 'password_reset', role: null });
}

function cut(text: string, lengthMax: number): string {
  return Array.from(text).slice(0, lengthMax).join('');
}

async function insertLink(
  tx: Tx,
  link: NewLink & {
    readonly kind: OneTimeLinkRow['kind'];
    readonly userId: string | null;
    readonly role: SystemRole | null;
  },
): Promise<void> {
  await tx
    .insertInto('one_time_link')
    .values({
      code_hash: link.codeHash,
      kind: link.kind,
      user_id: link.userId,
      email: link.email,
      name: link.name,
      role: link.role,
      invited_by: link.invitedBy,
      created_at: link.now,
      expires_at: link.expiresAt,
      ended_at: null,
      end_reason: null,
      claimed_until: null,
      quota_bytes: link.quotaBytes ?? null,
      group_ids: [...new Set(link.groupIds)],
      by_sharing: link.bySharing ?? false,
    })
    .execute();
}

export async function hasOpenInvitation(
  db: Db | Tx,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('one_time_link')
    .select('code_hash')
    .where('kind', '=', 'invitation')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Locks an e-mail address until the transaction ends, so that two invitations cannot be created at once. Lock several
 * addresses in order.
 */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invitation:${email.toLowerCase()}`}, 0))`.execute(
    tx,
  );
}

/** Counts invitations of an address created after `after`, whether or not they still work. */
export async function countInvitationsOf(
  tx: Tx,
  { email, after }: { readonly email: string; readonly after: Date },
): Promise<number> {
  const { total } = await tx
    .selectFrom('one_time_link')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('kind', '=', 'invitation')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('created_at', '>', after)
    .executeTakeFirstOrThrow();
  return total;
}

const leftAccount = (
  email: string,
) => sql<boolean>`kind = 'invitation' and lower(email) = ${email.toLowerCase()}
  and began_at_pool and end_reason = 'replaced'`;

/** Whether a withdrawn invitation of the address began to create an account, which may be at the pool. */
export async function hasLeftAccount(db: Db | Tx, email: string): Promise<boolean> {
  const query = db.selectFrom('one_time_link').select('code_hash').where(leftAccount(email)).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Records that no account of a withdrawn invitation is left. */
export async function forgetLeftAccount(db: Db | Tx, email: string): Promise<void> {
  await db.updateTable('one_time_link').set({ began_at_pool: false }).where(leftAccount(email)).execute();
}

export async function findLink(db: Db, codeHash: string): Promise<OneTimeLinkRow | undefined> {
  return await db
    .selectFrom('one_time_link')
    .select(COLUMNS)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
}

export async function lockLink(tx: Tx, codeHash: string): Promise<OneTimeLinkRow | undefined> {
  return await tx
    .selectFrom('one_time_link')
    .select(COLUMNS)
    .where('code_hash', '=', codeHash)
    .forUpdate()
    .executeTakeFirst();
}

/** Locks the open invitation of an address, unless somebody is using it just now. */
export async function lockInvitationOf(
  tx: Tx,
  { email, now }: { readonly email: string; readonly now: Date },
): Promise<OneTimeLinkRow | undefined> {
  return await tx
    .selectFrom('one_time_link')
    .select(COLUMNS)
    .where('kind', '=', 'invitation')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where((where) => where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]))
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** What the latest invitation of an address promises, also if it has expired. Undefined if it was used or withdrawn. */
export async function findInvitationTerms(
  tx: Tx,
  email: string,
): Promise<Pick<OneTimeLinkRow, 'quota_bytes' | 'group_ids' | 'by_sharing'> | undefined> {
  return await tx
    .selectFrom('one_time_link')
    .select(['quota_bytes', 'group_ids', 'by_sharing'])
    .where('kind', '=', 'invitation')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
}

export async function claimLinkRow(
  tx: Tx,
  claim: { readonly codeHash: string; readonly until: Date | null; readonly beganAtPool: boolean },
): Promise<void> {
  await tx
    .updateTable('one_time_link')
    .set({ claimed_until: claim.until, began_at_pool: claim.beganAtPool })
    .where('code_hash', '=', claim.codeHash)
    .execute();
}

interface Ending {
  readonly reason: 'used' | 'replaced';
  readonly now: Date;
}

export async function endLink(tx: Tx, link: Ending & { readonly codeHash: string }): Promise<void> {
  await tx
    .updateTable('one_time_link')
    .set({ ended_at: link.now, end_reason: link.reason, claimed_until: null })
    .where('code_hash', '=', link.codeHash)
    .execute();
}

/** Ends the open invitation of an address. Returns false if there is none. */
export async function endInvitationOf(
  tx: Tx,
  invitation: Ending & { readonly email: string },
): Promise<boolean> {
  const ended = await tx
    .updateTable('one_time_link')
    .set({ ended_at: invitation.now, end_reason: invitation.reason })
    .where('kind', '=', 'invitation')
    .where(sql`lower(email)`, '=', invitation.email.toLowerCase())
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

export async function endResetOf(tx: Tx, reset: Ending & { readonly userId: string }): Promise<void> {
  await tx
    .updateTable('one_time_link')
    .set({ ended_at: reset.now, end_reason: reset.reason })
    .where('kind', '=', 'password_reset')
    .where('user_id', '=', reset.userId)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Ends what a person issued and only an administrator may: reset links, and invitations with a role above member.
 * Returns the addresses of the invitations.
 */
export async function endIssuedBy(
  tx: Tx,
  issued: Ending & { readonly userId: string },
): Promise<readonly string[]> {
  const rows = await tx
    .updateTable('one_time_link')
    .set({ ended_at: issued.now, end_reason: issued.reason })
    .where('invited_by', '=', issued.userId)
    .where('ended_at', 'is', null)
    .where((where) => where.or([where('kind', '=', 'password_reset'), where('role', '<>', 'member')]))
    .returning(['kind', 'email'])
    .execute();
  return rows.filter(({ kind }) => kind === 'invitation').map(({ email }) => email);
}

/** Lists open invitations, newest last. */
export async function listOpenInvitations(
  db: Db,
): Promise<readonly Pick<OneTimeLinkRow, 'email' | 'name' | 'role' | 'expires_at'>[]> {
  return await db
    .selectFrom('one_time_link')
    .select(['email', 'name', 'role', 'expires_at'])
    .where('kind', '=', 'invitation')
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('code_hash')
    .limit(INVITATIONS_MAX)
    .execute();
}

/** Keeps withdrawn invitations that may have left an account at the pool, so that it never signs in. */
export async function deleteOldLinks(tx: Tx, before: Date): Promise<void> {
  await tx
    .deleteFrom('one_time_link')
    .where('expires_at', '<', before)
    .where(sql<boolean>`not (began_at_pool and end_reason is not distinct from 'replaced')`)
    .execute();
}
