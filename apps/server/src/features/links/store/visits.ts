import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

interface Visit {
  readonly id: string;
  readonly linkId: string;
  readonly clientKey: string;
  readonly now: Date;
}

/** Counts a visit, unless the client was counted after `since`. Two simultaneous first calls may count twice. */
export async function recordVisit(db: Db, visit: Visit & { readonly since: Date }): Promise<void> {
  await sql`
    with visit as (
      insert into link_visit (id, link_id, what, client_key, at)
      select ${visit.id}, ${visit.linkId}, 'opened', ${visit.clientKey}, ${visit.now}
      where not exists (
        select from link_visit where link_id = ${visit.linkId} and client_key = ${visit.clientKey}
          and what = 'opened' and at > ${visit.since}
      )
      returning link_id
    )
    update link set visits = visits + 1, last_visit_at = ${visit.now}
    from visit where link.id = visit.link_id`.execute(db);
}

/**
 * Records a password attempt before the check, so that parallel attempts count too. After `triesMax` attempts since
 * `since`, returns when the next one is possible; the lock of the link keeps the count exact.
 */
export async function takePasswordTry(
  tx: Tx,
  attempt: Visit & { readonly since: Date; readonly triesMax: number },
): Promise<{ readonly oldest: Date } | undefined> {
  const { linkId, clientKey } = attempt;
  await tx.selectFrom('link').select('id').where('id', '=', linkId).forUpdate().execute();
  const tries = await tx
    .selectFrom('link_visit')
    .select('at')
    .where('link_id', '=', linkId)
    .where('client_key', '=', clientKey)
    .where('what', '=', 'password_failed')
    .where('at', '>', attempt.since)
    .orderBy('at', 'desc')
    .limit(attempt.triesMax)
    .execute();
  const oldest = tries.at(-1);
  if (oldest !== undefined && tries.length >= attempt.triesMax) return { oldest: oldest.at };
  await tx
    .insertInto('link_visit')
    .values({
      id: attempt.id,
      link_id: linkId,
      what: 'password_failed',
      client_key: clientKey,
      at: attempt.now,
    })
    .execute();
  return undefined;
}

/** Records what a guest downloaded with one call. */
export async function recordDownload(
  tx: Tx,
  use: Visit & {
    readonly files: number;
    readonly bytes: number;
  },
): Promise<void> {
  await tx
    .insertInto('link_visit')
    .values({
      id: use.id,
      link_id: use.linkId,
      what: 'downloaded',
      client_key: use.clientKey,
      files: use.files,
      bytes: use.bytes,
      at: use.now,
    })
    .execute();
}

/** Deletes a password attempt that was correct. */
export async function forgetPasswordTry(db: Db, id: string): Promise<void> {
  await db.deleteFrom('link_visit').where('id', '=', id).execute();
}

export interface VisitRow {
  readonly what: 'opened' | 'password_failed' | 'downloaded';
  readonly files: number | null;
  readonly bytes: number | null;
  readonly at: Date;
}

/** Lists the visits of a link, newest first. */
export async function listVisits(
  db: Db,
  { linkId, limit }: { readonly linkId: string; readonly limit: number },
): Promise<readonly VisitRow[]> {
  return await db
    .selectFrom('link_visit')
    .select(['what', 'files', 'bytes', 'at'])
    .where('link_id', '=', linkId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
