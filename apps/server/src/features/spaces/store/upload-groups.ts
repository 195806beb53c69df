import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';

/** The number of last events of the space that are searched, which limits the search in a busy folder. */
const EVENTS_MAX = 5_000;

/** The group of the person's last uploads to the folder. In events, the id of a group takes the place of a job's id. */
export async function findUploadGroup(
  tx: Tx,
  last: {
    readonly spaceId: string;
    readonly actorId: string;
    readonly parentId: string;
    readonly since: Date;
  },
): Promise<string | undefined> {
  const query = sql<{ readonly job_id: string }>`
    select job_id from event
    where facts ? 'parent_id' and (facts ->> 'parent_id')::uuid = ${last.parentId} and space_id::text = ${last.spaceId}
      and sequence > (select event_sequence from space where id = ${last.spaceId}) - ${EVENTS_MAX}::bigint
      and verb = 'file_created' and actor_id = ${last.actorId} and job_id is not null and at > ${last.since}
    order by sequence desc limit 1`;
  return (await query.execute(tx)).rows[0]?.job_id;
}

/**
 * The group of the parent folder, or of a folder next to the new one, if that was just uploaded. Folders created by
 * hand have a job instead.
 */
export async function findFolderGroup(
  tx: Tx,
  last: Parameters<typeof findUploadGroup>[1],
): Promise<string | undefined> {
  const uploaded = sql`verb = 'folder_created' and facts ? 'uploaded' and actor_id = ${last.actorId} and at > ${last.since}
    and space_id::text = ${last.spaceId}`;
  const query = sql<{ readonly job_id: string }>`
    select job_id from (
      (select job_id, sequence from event where node_id = ${last.parentId} and ${uploaded} limit 1)
      union all
      (select job_id, sequence from event
        where facts ? 'parent_id' and (facts ->> 'parent_id')::uuid = ${last.parentId} and ${uploaded}
          and sequence > (select event_sequence from space where id = ${last.spaceId}) - ${EVENTS_MAX}::bigint
        order by sequence desc limit 1)
    ) as found
    order by sequence limit 1`;
  return (await query.execute(tx)).rows[0]?.job_id;
}
