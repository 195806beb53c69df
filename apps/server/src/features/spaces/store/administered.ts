import { type AdminSpaceSort, type AdminSpacesQuery, LIMITS, type SpaceRole } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { spaceRoles } from '../../../platform/db/held-roles.ts';

export interface AdministeredRow {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'team' | 'linked';
  readonly owner_id: string;
  readonly owner_name: string;
  readonly owner_email: string;
  readonly owner_status: 'invited' | 'active' | 'disabled' | 'removed';
  readonly taken_bytes: number;
  readonly quota_bytes: number;
  readonly archived_at: Date | null;
  readonly hold_began_at: Date | null;
  readonly hold_reason: string | null;
  readonly holder_name: string | null;
  readonly people: number;
  readonly groups: number;
  readonly owners: number;
  readonly revision: number;
  readonly roles: readonly SpaceRole[] | null;
}

const TAKEN = sql`(space.used_bytes + space.reserved_bytes + space.held_bytes)`;
const shownName = (person: RawBuilder<unknown>) =>
  sql`coalesce(nullif(${person}.name, ''), nullif(${person}.email, ''), ${person}.username)`;
const OWNER = shownName(sql`"user"`);
/** Personal spaces have the name of their owner. */
const SHOWN_NAME = sql`lower(case when space.kind = 'personal' then ${OWNER} else space.name end)`;
const SHARE = sql`(${TAKEN} / greatest(space.quota_bytes, 1)::float8)`;
const IS_NEARLY_FULL = sql<boolean>`(
  space.archived_at is null and ${TAKEN} * 100 >= space.quota_bytes * ${sql.lit(LIMITS.nearlyFullPercent)})`;
const IS_FULL = sql<boolean>`(space.archived_at is null and ${TAKEN} >= space.quota_bytes * 0.8)`;

/** Counts the people in a space. While it is archived, they are in `archived_member`. */
const PEOPLE = (role: RawBuilder<unknown>) => sql`(
  (select count(*) from member where member.space_id = space.id and ${role})
  + (select count(*) from archived_member member where member.space_id = space.id and ${role}))`;
const GROUPS = sql`(select count(*) from space_group where space_group.space_id = space.id)`;

const SORTED_BY: Readonly<Record<AdminSpaceSort, RawBuilder<unknown>>> = {
  name: SHOWN_NAME,
  owner: sql`lower(${OWNER})`,
  members: sql`${PEOPLE(sql`true`)} + ${GROUPS}`,
  used: TAKEN,
  share: SHARE,
  state: sql`coalesce(space.archived_at, space.hold_began_at, '-infinity')`,
};

type Wanted = Pick<AdminSpacesQuery, 'text' | 'kind' | 'state'>;

const STATES: Readonly<Record<NonNullable<Wanted['state']>, RawBuilder<unknown>>> = {
  active: sql`space.archived_at is null`,
  full: IS_FULL,
  archived: sql`space.archived_at is not null`,
  held: sql`space.hold_began_at is not null`,
};

/**
 * A condition for the requested spaces; `text` must be in lower case. Emptied spaces are left out, because they exist
 * only for the audit trail.
 */
function matching({ text, kind, state }: Wanted): RawBuilder<boolean> {
  const isFound =
    text === ''
      ? sql`true`
      : sql`((space.kind <> 'personal' and strpos(lower(space.name), ${text}) > 0)
          or strpos(lower("user".name), ${text}) > 0 or strpos(lower("user".email), ${text}) > 0
          or strpos(lower("user".username), ${text}) > 0)`;
  return sql<boolean>`space.emptied_at is null and ${isFound}
    and ${kind === undefined ? sql`true` : sql`space.kind = ${kind}`}
    and ${state === undefined ? sql`true` : STATES[state]}`;
}

/** Lists spaces for administrators. Counts members only of the page, unless the list is sorted by them. */
export async function listAdministeredSpaces(
  db: Db,
  query: AdminSpacesQuery,
  viewerId: string,
): Promise<readonly AdministeredRow[]> {
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<AdministeredRow>`
    select space.id, space.name, space.kind, space.owner_id, ${OWNER} as owner_name, "user".email as owner_email,
      "user".status as owner_status, ${TAKEN} as taken_bytes, space.quota_bytes, space.archived_at,
      space.hold_began_at, space.hold_reason, ${shownName(sql`holder`)} as holder_name,
      ${PEOPLE(sql`true`)} as people, ${GROUPS} as groups, ${PEOPLE(sql`member.role = 'owner'`)} as owners,
      space.revision, ${spaceRoles(sql`space.id`, sql`${viewerId}`)} as roles
    from (
      select space.id, row_number() over (
        order by ${SORTED_BY[query.sort]} ${direction}, ${SHOWN_NAME}, space.id) as position
      from space join "user" on "user".id = space.owner_id
      where ${matching(query)}
      order by position
      limit ${query.limit} offset ${query.at}
    ) page
    join space on space.id = page.id
    join "user" on "user".id = space.owner_id
    left join "user" holder on holder.id = space.hold_by
    order by page.position`.execute(db);
  return rows;
}

export async function countAdministeredSpaces(db: Db, wanted: Wanted): Promise<number> {
  const { rows } = await sql<{ readonly total: number }>`
    select count(*) as total from space join "user" on "user".id = space.owner_id
    where ${matching(wanted)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export interface SpaceCounts {
  readonly personal: number;
  readonly team: number;
  readonly archived: number;
  readonly full: number;
  readonly held: number;
  readonly nearly_full: number;
  /** The sum of all quotas. */
  readonly promised_bytes: number;
}

export async function countSpaces(db: Db): Promise<SpaceCounts> {
  const { rows } = await sql<SpaceCounts>`
    select count(*) filter (where kind = 'personal') as personal,
      count(*) filter (where kind <> 'personal' and archived_at is null) as team,
      count(*) filter (where archived_at is not null) as archived,
      count(*) filter (where ${IS_FULL}) as full,
      count(*) filter (where hold_began_at is not null) as held,
      count(*) filter (where ${IS_NEARLY_FULL}) as nearly_full,
      coalesce(sum(quota_bytes), 0)::bigint as promised_bytes
    from space where emptied_at is null`.execute(db);
  return (
    rows[0] ?? { personal: 0, team: 0, archived: 0, full: 0, held: 0, nearly_full: 0, promised_bytes: 0 }
  );
}

export interface FullSpace {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'team' | 'linked';
  readonly owner_name: string;
  readonly taken_bytes: number;
  readonly quota_bytes: number;
}

/** Lists nearly full spaces, the fullest first. */
export async function listFullSpaces(db: Db, limit: number): Promise<readonly FullSpace[]> {
  const { rows } = await sql<FullSpace>`
    select space.id, space.name, space.kind, ${OWNER} as owner_name, ${TAKEN} as taken_bytes, space.quota_bytes
    from space join "user" on "user".id = space.owner_id
    where space.emptied_at is null and ${IS_FULL}
    order by ${SHARE} desc, space.id limit ${limit}`.execute(db);
  return rows;
}

export interface LockedAdministered {
  readonly id: string;
  readonly kind: 'personal' | 'team' | 'linked';
  readonly name: string;
  readonly owner_id: string;
  readonly owner_status: AdministeredRow['owner_status'];
  readonly root_id: string;
  readonly archived_at: Date | null;
  readonly emptied_at: Date | null;
  /** The reason of the hold. Null if the space is not on hold. */
  readonly hold_reason: string | null;
  readonly revision: number;
}

/** Reads a space and takes its lock. */
export async function lockAdministered(tx: Tx, spaceId: string): Promise<LockedAdministered | undefined> {
  return await tx
    .selectFrom('space')
    .innerJoin('user', 'user.id', 'space.owner_id')
    .select(['space.id', 'space.kind', 'space.name', 'space.owner_id', 'user.status as owner_status'])
    .select(['space.root_id', 'space.archived_at', 'space.emptied_at', 'space.hold_reason'])
    .select('space.revision')
    .where('space.id', '=', spaceId)
    .forNoKeyUpdate('space')
    .executeTakeFirst();
}

/** The owner of a personal space. Undefined for a team space. */
export async function findPersonOf(tx: Tx, spaceId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('space')
    .select('owner_id')
    .where('id', '=', spaceId)
    .where('kind', '=', 'personal')
    .executeTakeFirst();
  return row?.owner_id;
}

export async function findSpaceNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<FullSpace, 'id' | 'name' | 'kind' | 'owner_name'>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Pick<FullSpace, 'id' | 'name' | 'kind' | 'owner_name'>>`
    select space.id, space.name, space.kind, ${OWNER} as owner_name
    from space join "user" on "user".id = space.owner_id
    where space.id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
