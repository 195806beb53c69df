import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { isLasting } from '../../../platform/db/held-roles.ts';

export interface ViewingRow {
  readonly id: string;
  readonly space_id: string;
  readonly person_id: string | null;
  readonly link_id: string | null;
  readonly expires_at: Date;
}

interface Key {
  readonly id: string;
  readonly sessionId: string;
  readonly userId: string;
}

/** Finds a viewing that has not ended, in the session that started it. */
export async function findViewing(
  db: Db | Tx,
  { id, sessionId, userId, now }: Key & { readonly now: Date },
): Promise<ViewingRow | undefined> {
  return await db
    .selectFrom('viewing')
    .select(['id', 'space_id', 'person_id', 'link_id', 'expires_at'])
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function insertViewing(
  tx: Tx,
  viewing: Key & {
    readonly spaceId: string;
    readonly personId: string | null;
    readonly linkId: string | null;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('viewing')
    .values({
      id: viewing.id,
      session_id: viewing.sessionId,
      user_id: viewing.userId,
      space_id: viewing.spaceId,
      person_id: viewing.personId,
      link_id: viewing.linkId,
      created_at: viewing.now,
      expires_at: viewing.expiresAt,
    })
    .execute();
}

export async function deleteViewing(tx: Tx, { id, sessionId, userId }: Key): Promise<void> {
  await tx
    .deleteFrom('viewing')
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes the ended viewings of one person. */
export async function deleteEndedViewings(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.deleteFrom('viewing').where('user_id', '=', userId).where('expires_at', '<=', now).execute();
}

/**
 * Finds the person to view as. Undefined for people without access to the space, and for accounts that cannot sign in.
 */
export async function findViewedPerson(
  db: Db | Tx,
  { spaceId, personId, now }: { readonly spaceId: string; readonly personId: string; readonly now: Date },
): Promise<{ readonly name: string } | undefined> {
  const query = sql<{ readonly name: string }>`
    select person.name from "user" as person
    where person.id = ${personId} and person.status = 'active' and (
      exists (select from space_role where space_id = ${spaceId} and user_id = ${personId})
      or exists (
        select from node_role where space_id = ${spaceId} and user_id = ${personId} and ${isLasting(now)}))`;
  return (await query.execute(db)).rows[0];
}

export interface ViewedSpace {
  readonly name: string | null;
  readonly root_id: string;
}

export async function findViewedSpace(db: Db | Tx, spaceId: string): Promise<ViewedSpace | undefined> {
  const query = sql<ViewedSpace>`
    select case when kind = 'personal' then null else name end as name, root_id from space where id = ${spaceId}`;
  return (await query.execute(db)).rows[0];
}

/** Lists nodes of the space that are shared with the person, directly or through a group. */
export async function listGrantedIds(
  db: Db | Tx,
  asked: {
    readonly spaceId: string;
    readonly personId: string;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<readonly string[]> {
  const { spaceId, personId, now, limit } = asked;
  const query = sql<{ readonly node_id: string }>`
    select distinct node_role.node_id from node_role
    where node_role.space_id = ${spaceId} and node_role.user_id = ${personId} and ${isLasting(now)}
    order by node_role.node_id limit ${limit}`;
  return (await query.execute(db)).rows.map((row) => row.node_id);
}
