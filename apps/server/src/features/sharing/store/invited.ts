import type { GrantRole } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { shownName } from '../../../platform/db/shown-name.ts';

export interface InvitedRow {
  readonly id: string;
  readonly space_id: string;
  readonly node_id: string;
  readonly email: string;
  readonly role: GrantRole;
  readonly granted_by: string;
  readonly message: string;
  readonly expires_at: Date | null;
  readonly sent_at: Date;
  readonly waits_until: Date;
  readonly revision: number;
  /** The name of the giver. Null if their account was deleted. */
  readonly granter_name: string | null;
  readonly is_granter_active: boolean;
}

interface Place {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly now: Date;
}

const COLUMNS = sql`
  invited.id, invited.space_id, invited.node_id, invited.email, invited.role, invited.granted_by, invited.message,
  invited.expires_at, invited.sent_at, invited.waits_until, invited.revision,
  case when granter.status = 'removed' then null else ${shownName('granter')} end as granter_name,
  granter.status = 'active' as is_granter_active`;

const TABLES = sql`invited_grant as invited join "user" as granter on granter.id = invited.granted_by`;

/** A condition for rows named `invited`: neither the grant nor its waiting time has expired. */
export const isWaiting = (now: Date) => sql<boolean>`
  invited.waits_until > ${now} and (invited.expires_at is null or invited.expires_at > ${now})`;

/** Lists waiting grants on a node, oldest first. */
export async function listInvited(
  db: Db | Tx,
  { spaceId, nodeId, now, limit }: Place & { readonly limit: number },
): Promise<readonly InvitedRow[]> {
  const query = sql<InvitedRow>`
    select ${COLUMNS} from ${TABLES}
    where invited.space_id = ${spaceId} and invited.node_id = ${nodeId} and ${isWaiting(now)}
    order by invited.created_at, invited.id limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** Finds a waiting grant by its id or e-mail address. */
export async function findInvited(
  db: Db | Tx,
  { spaceId, nodeId, now, ...key }: Place & ({ readonly id: string } | { readonly email: string }),
): Promise<InvitedRow | undefined> {
  const isAsked = 'id' in key ? sql`invited.id = ${key.id}` : sql`lower(invited.email) = lower(${key.email})`;
  const query = sql<InvitedRow>`
    select ${COLUMNS} from ${TABLES}
    where invited.space_id = ${spaceId} and invited.node_id = ${nodeId} and ${isAsked} and ${isWaiting(now)}`;
  return (await query.execute(db)).rows[0];
}

interface Waiting {
  readonly role: GrantRole;
  readonly expiresAt: Date | null;
  readonly now: Date;
}

/** Inserts a waiting grant, or replaces that of the same node and address. */
export async function putInvited(
  tx: Tx,
  row: Waiting & {
    readonly id: string;
    readonly spaceId: string;
    readonly nodeId: string;
    readonly email: string;
    readonly grantedBy: string;
    readonly message: string;
    readonly waitsUntil: Date;
  },
): Promise<void> {
  const { id, spaceId, nodeId, email, role, grantedBy, message, expiresAt, waitsUntil, now } = row;
  await sql`
    insert into invited_grant
      (id, space_id, node_id, email, role, granted_by, message, expires_at, sent_at, waits_until, created_at, updated_at)
    values (${id}, ${spaceId}, ${nodeId}, ${email}, ${role}, ${grantedBy}, ${message}, ${expiresAt}, ${now},
      ${waitsUntil}, ${now}, ${now})
    on conflict (node_id, lower(email)) do update set
      email = excluded.email, role = excluded.role, granted_by = excluded.granted_by, message = excluded.message,
      expires_at = excluded.expires_at, sent_at = excluded.sent_at, waits_until = excluded.waits_until,
      updated_at = excluded.updated_at, revision = invited_grant.revision + 1`.execute(tx);
}

export async function updateInvited(tx: Tx, id: string, { role, expiresAt, now }: Waiting): Promise<void> {
  await tx
    .updateTable('invited_grant')
    .set((set) => ({ role, expires_at: expiresAt, updated_at: now, revision: set('revision', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Extends a waiting grant. The person who sends it again becomes its giver. */
export async function renewInvited(
  tx: Tx,
  id: string,
  {
    grantedBy,
    waitsUntil,
    now,
  }: { readonly grantedBy: string; readonly waitsUntil: Date; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('invited_grant')
    .set((set) => ({
      granted_by: grantedBy,
      sent_at: now,
      waits_until: waitsUntil,
      updated_at: now,
      revision: set('revision', '+', 1),
    }))
    .where('id', '=', id)
    .execute();
}

export async function deleteInvited(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('invited_grant').where('id', '=', id).execute();
}

/** Counts waiting grants on a node, or for an e-mail address. */
export async function countInvited(
  tx: Tx,
  { now, ...of }: { readonly now: Date } & ({ readonly nodeId: string } | { readonly email: string }),
): Promise<number> {
  const isAsked = 'nodeId' in of ? sql`node_id = ${of.nodeId}` : sql`lower(email) = lower(${of.email})`;
  const query = sql<{ readonly total: number }>`
    select count(*)::int as total from invited_grant as invited where ${isAsked} and ${isWaiting(now)}`;
  return (await query.execute(tx)).rows[0]?.total ?? 0;
}

/** Deletes grants that have waited too long or have expired. */
export async function deleteLateInvited(db: Db, now: Date): Promise<void> {
  await sql`
    delete from invited_grant as invited
    where waits_until <= ${now} or expires_at <= ${now}`.execute(db);
}

export interface Arrived {
  readonly id: string;
  readonly space_id: string;
  readonly node_id: string;
  readonly user_id: string;
}

/**
 * Lists waiting grants whose e-mail address a person with an active account has verified. `email` limits them to one
 * address.
 */
export async function listArrived(
  db: Db,
  page: {
    readonly email: string | undefined;
    readonly after: string | undefined;
    readonly now: Date;
    readonly limit: number;
  },
): Promise<readonly Arrived[]> {
  const { email, after, now, limit } = page;
  const query = sql<Arrived>`
    select distinct on (invited.id) invited.id, invited.space_id, invited.node_id, person.id as user_id
    from invited_grant as invited
    join "user" as person on lower(person.email) = lower(invited.email) and person.email_verified
      and person.status <> 'removed' and person.status = 'active'
    where ${isWaiting(now)}
      and ${email === undefined ? sql`true` : sql`lower(invited.email) = lower(${email})`}
      and ${after === undefined ? sql`true` : sql`invited.id > ${after}`}
    order by invited.id, person.created_at, person.id limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** The addresses, in lower case, whose waiting grants on the node this person has withdrawn. */
export async function listWithdrawnBy(
  db: Db | Tx,
  { nodeId, actorId, after }: { readonly nodeId: string; readonly actorId: string; readonly after: Date },
): Promise<ReadonlySet<string>> {
  const query = sql<{ readonly email: string }>`
    select distinct lower(facts ->> 'email') as email from event
    where node_id = ${nodeId} and verb = 'address_withdrawn' and actor_id = ${actorId} and at > ${after}`;
  return new Set((await query.execute(db)).rows.map(({ email }) => email));
}

/**
 * Lists addresses with an open invitation by sharing for which no grant waits any more. Leaves out invitations that are
 * in use just now.
 */
export async function listLeftOver(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const query = sql<{ readonly email: string }>`
    select link.email from one_time_link as link
    where link.kind = 'invitation' and link.by_sharing and link.ended_at is null and link.expires_at > ${now}
      and (link.claimed_until is null or link.claimed_until <= ${now})
      and not exists (
        select from invited_grant as invited where lower(invited.email) = lower(link.email) and ${isWaiting(now)})
    order by link.created_at limit ${limit}`;
  return (await query.execute(db)).rows.map(({ email }) => email);
}
