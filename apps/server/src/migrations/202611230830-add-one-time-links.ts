import { type Kysely, sql } from 'kysely';

/** Links that let somebody join, or choose a new password. A new table: no lock that matters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table one_time_link (
    code_hash text primary key check (length(code_hash) = 64),
    kind text not null check (kind in ('invitation', 'password_reset')),
    user_id uuid references "user" (id) on delete cascade,
    email text not null check (length(email) <= 254),
    name text not null check (length(name) <= 100),
    role text check (role in ('member', 'auditor', 'administrator')),
    invited_by uuid references "user" (id) on delete set null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    ended_at timestamptz,
    end_reason text check (end_reason in ('used', 'replaced')),
    claimed_until timestamptz,
    began_at_pool boolean not null default false,
    constraint one_time_link_of_person check ((kind = 'password_reset') = (user_id is not null)),
    constraint one_time_link_role check ((kind = 'invitation') = (role is not null)),
    constraint one_time_link_end check ((ended_at is null) = (end_reason is null))
  )`.execute(db);
  await sql`create unique index one_time_link_invitation on one_time_link (lower(email))
    where kind = 'invitation' and ended_at is null`.execute(db);
  await sql`create unique index one_time_link_reset on one_time_link (user_id)
    where kind = 'password_reset' and ended_at is null`.execute(db);
  await sql`create index one_time_link_expiry on one_time_link (expires_at)`.execute(db);
}
