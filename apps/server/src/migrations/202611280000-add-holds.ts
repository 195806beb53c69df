import { type Kysely, sql } from 'kysely';

/**
 * Spaces on hold. The triggers are the last line: whoever forgets the hold fails instead of losing something. They read the
 * row of the space, which every such change has locked. Creating them waits for running writers.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const REFUSE = `raise exception 'the space is on hold' using errcode = 'restrict_violation'`;

/** Changes of one column. By row, because only the items of one act, or those that leave a space, are concerned. */
const OF_ROWS = [
  { name: 'node_held_here', of: 'space_id on node', isLoss: 'old.space_id is distinct from new.space_id' },
  {
    name: 'version_held_here',
    of: 'space_id on version',
    isLoss: 'old.space_id is distinct from new.space_id',
  },
  {
    name: 'node_not_purged',
    of: 'purge_began_at on node',
    isLoss: 'old.purge_began_at is null and new.purge_began_at is not null',
  },
  {
    name: 'blob_kept_by_hold',
    of: 'state on blob',
    isLoss: `old.state = 'referenced' and new.state <> 'referenced'`,
  },
];

const STATEMENTS = [
  `alter table space
    add column hold_began_at timestamptz,
    add column hold_by uuid references "user" (id),
    add column hold_reason text,
    add constraint space_hold check (
      (hold_began_at is null) = (hold_reason is null) and (hold_began_at is null) = (hold_by is null)
      and length(hold_reason) between 1 and 500)`,
  'create index space_on_hold on space (id) where hold_began_at is not null',
  `create function announce_hold() returns trigger language plpgsql as $$ begin
    perform announce_change('space', new.id, null, null, null);
    perform announce_change('trash', new.id, null, null, null);
    return null;
  end $$`,
  `create trigger space_hold_announced after update of hold_began_at on space for each row
    when ((old.hold_began_at is null) is distinct from (new.hold_began_at is null)) execute function announce_hold()`,
  `create function refuse_loss_of_row() returns trigger language plpgsql as $$ begin
    if exists (select from space where id = old.space_id and hold_began_at is not null) then ${REFUSE}; end if;
    return new;
  end $$`,
  `create function refuse_loss() returns trigger language plpgsql as $$ begin
    if exists (select from space where hold_began_at is not null and id in (select space_id from removed)) then
      ${REFUSE};
    end if;
    return null;
  end $$`,
  ...['node', 'version'].map(
    (table) => `create trigger ${table}_kept_by_hold after delete on ${table} referencing old table as removed
      for each statement execute function refuse_loss()`,
  ),
  ...OF_ROWS.map(
    ({ name, of, isLoss }) => `create trigger ${name} before update of ${of} for each row when (${isLoss})
      execute function refuse_loss_of_row()`,
  ),
];
