import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { UserRow } from '../model.ts';

export interface KnownPerson {
  /** Taken when the person is new. */
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
 * The person that an issuer calls `subject`, made when new and brought up to date when known. Never found by e-mail: addresses
 * change hands. The role of a known person stays; one who was invited becomes active.
 */
export async function upsertPerson(
  tx: Tx,
  person: KnownPerson,
  role: 'member' | 'administrator' = 'member',
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

/** Whether somebody administers this installation, disabled or not. */
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
