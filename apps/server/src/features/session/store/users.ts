import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { UserRow } from '../model.ts';

export interface KnownPerson {
  /** The id for a new person. */
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly quotaBytes: number;
  readonly now: Date;
}

/**
 * Creates or updates the person of this issuer and subject, never matched by e-mail address, because addresses change
 * owners. Keeps the role, unless a higher one is given; an invited person becomes active.
 */
export async function upsertPerson(
  tx: Tx,
  person: KnownPerson,
  role: UserRow['role'] = 'member',
): Promise<UserRow> {
  return await tx
    .insertInto('user')
    .values({
      id: person.id,
      issuer: person.issuer,
      subject: person.subject,
      username: person.username,
      email: person.email,
      email_verified: person.emailVerified,
      name: person.name,
      status: 'active',
      role,
      quota_bytes: person.quotaBytes,
      last_seen_at: person.now,
      created_at: person.now,
      updated_at: person.now,
    })
    .onConflict((conflict) =>
      conflict.constraint('user_identity').doUpdateSet({
        username: person.username,
        email: person.email,
        email_verified: person.emailVerified,
        name: person.name,
        pending_email: sql<string | null>`case
          when ${person.emailVerified} and lower("user".pending_email) = lower(${person.email}) then null
          else "user".pending_email end`,
        last_seen_at: person.now,
        updated_at: person.now,
        revision: sql<number>`"user".revision + 1`,
        status: sql<
          UserRow['status']
        >`case when "user".status = 'invited' then 'active' else "user".status end`,
        ...(role === 'member' ? {} : { role }),
      }),
    )
    .returning(['id', 'status', 'role'])
    .executeTakeFirstOrThrow();
}

/** Whether there is an administrator, including disabled ones. */
export async function hasAdministrator(db: Db | Tx): Promise<boolean> {
  const row = await db
    .selectFrom('user')
    .select('id')
    .where('role', '=', 'administrator')
    .where('status', '!=', 'removed')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
