import { type Kysely, sql } from 'kysely';

/** Asks the webhooks once for each space of a record of events, and no more for each event. `webhook` is new and small. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index webhook_listening on webhook (space_id) where paused_because is null`.execute(db);
  await sql`create or replace function note_for_webhooks() returns trigger language plpgsql as $$ begin
    insert into webhook_pending (space_id, first, last)
    select noted.space_id, noted.first, noted.last
    from (
      select added.space_id, min(added.sequence) as first, max(added.sequence) as last
      from added group by added.space_id
    ) as noted
    where exists (select from webhook where paused_because is null and webhook.space_id = noted.space_id)
      or exists (select from webhook where paused_because is null and webhook.space_id is null);
    return null;
  end $$`.execute(db);
}
