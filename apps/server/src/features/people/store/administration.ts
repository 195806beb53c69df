import type { AdminPeopleQuery, PeopleSort } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { Role, Status } from '../model.ts';

export interface ListedRow {
  /** The id of the person. Null for an invitation. */
  readonly id: string | null;
  readonly issuer: string;
  readonly name: string;
  readonly email: string;
  readonly username: string;
  readonly picture_id: string | null;
  readonly role: Role;
  readonly status: Status;
  readonly last_seen_at: Date | null;
  /** The id of the personal space. */
  readonly space_id: string | null;
  readonly used_bytes: number;
  readonly quota_bytes: number;
  readonly files_until: Date | null;
  readonly is_account_left: boolean;
  readonly is_on_hold: boolean;
  readonly revision: number;
  readonly created_at: Date;
  /** When an invitation expires. Null for a person. */
  readonly expires_at: Date | null;
}

/** People and open invitations. Spaces are joined only for the rows of the page, to keep them out of the sort. */
const LISTED = sql`(
  select "user".id, issuer, name, email, username, picture_id, role, status, last_seen_at, revision, created_at,
    null::timestamptz as expires_at,
    files_until, account_due_at is not null and account_tries > 0 as is_account_left, "user".id::text as key
  from "user"
  union all
  select null, '', name, email, email, null, role, 'invited', null, 0, created_at, expires_at, null, false, code_hash
  from one_time_link
  where kind = 'invitation' and ended_at is null
) listed`;

const USED = sql`coalesce((select used_bytes from space where owner_id = listed.id and kind = 'personal'), 0)`;
const SHOWN_NAME = sql`lower(coalesce(nullif(listed.name, ''), nullif(listed.email, ''), listed.username))`;

const SORTED_BY: Readonly<Record<PeopleSort, RawBuilder<unknown>>> = {
  name: SHOWN_NAME,
  role: sql`array_position(array['administrator', 'auditor', 'member'], listed.role)`,
  status: sql`array_position(array['active', 'invited', 'disabled', 'removed'], listed.status)`,
  used: USED,
  seen: sql`coalesce(listed.last_seen_at, '-infinity')`,
};

/** The search; `text` must be in lower case. */
type Search = Pick<AdminPeopleQuery, 'text' | 'status' | 'role'>;

function matching({ text, status, role }: Search): RawBuilder<boolean> {
  const isFound =
    text === ''
      ? sql`true`
      : sql`(strpos(lower(listed.name), ${text}) > 0 or strpos(lower(listed.email), ${text}) > 0
          or strpos(lower(listed.username), ${text}) > 0)`;
  const isOfStatus = status === undefined ? sql`listed.status <> 'removed'` : sql`listed.status = ${status}`;
  const isOfRole = role === undefined ? sql`true` : sql`listed.role = ${role}`;
  return sql<boolean>`${isFound} and ${isOfStatus} and ${isOfRole}`;
}

export async function listAdministered(db: Db, query: AdminPeopleQuery): Promise<readonly ListedRow[]> {
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<ListedRow>`
    select page.*, space.id as space_id, coalesce(space.used_bytes, 0) as used_bytes, coalesce(space.quota_bytes, 0) as quota_bytes,
      space.hold_began_at is not null as is_on_hold
    from (
      select listed.*, row_number() over (
        order by ${SORTED_BY[query.sort]} ${direction}, ${SHOWN_NAME}, listed.key) as position
      from ${LISTED}
      where ${matching(query)}
      order by position
      limit ${query.limit} offset ${query.at}
    ) page
    left join space on space.owner_id = page.id and space.kind = 'personal'
    order by page.position`.execute(db);
  return rows;
}

export async function countAdministered(db: Db, search: Search): Promise<number> {
  const { rows } = await sql<{
    readonly total: number;
  }>`select count(*) as total from ${LISTED} where ${matching(search)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export type StatusCounts = Readonly<Record<Status, number>>;

export async function countByStatus(db: Db): Promise<StatusCounts> {
  const { rows } = await sql<{
    readonly status: Status;
    readonly count: number;
  }>`select status, count(*) as count from ${LISTED} group by status`.execute(db);
  const counts = new Map(rows.map(({ status, count }) => [status, count]));
  const of = (status: Status): number => counts.get(status) ?? 0;
  return { active: of('active'), invited: of('invited'), disabled: of('disabled'), removed: of('removed') };
}
