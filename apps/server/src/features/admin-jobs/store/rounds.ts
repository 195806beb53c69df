import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { TaskRound } from '../model.ts';

/** Saves rounds. A later round of another server stays. */
export async function saveRounds(db: Db, rounds: readonly TaskRound[]): Promise<void> {
  if (rounds.length === 0) return;
  await sql`
    insert into task_round (name, began_at, ended_at, failures, seen_at)
    select * from unnest(
      ${rounds.map(({ name }) => name)}::text[],
      ${rounds.map((round) => round.began_at)}::timestamptz[],
      ${rounds.map((round) => round.ended_at)}::timestamptz[],
      ${rounds.map(({ failures }) => failures)}::int[],
      ${rounds.map((round) => round.seen_at)}::timestamptz[]
    )
    on conflict (name) do update set began_at = excluded.began_at, ended_at = excluded.ended_at,
      failures = excluded.failures, seen_at = excluded.seen_at
    where task_round.began_at <= excluded.began_at`.execute(db);
}

export async function listRounds(db: Db): Promise<readonly TaskRound[]> {
  return await db
    .selectFrom('task_round')
    .select(['name', 'began_at', 'ended_at', 'failures', 'seen_at'])
    .execute();
}
