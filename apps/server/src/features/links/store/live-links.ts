import type { NamedSpace } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import type { LinkRow } from '../model.ts';
import { namedSpace } from './named-space.ts';

export interface LiveLink extends Pick<LinkRow, 'id' | 'kind' | 'label' | 'expires_at'> {
  readonly space: NamedSpace;
  /** The number of all live links, not limited to this page. The same in each row. */
  readonly total: number;
}

/** Lists links of a person that are neither revoked, expired nor used up, newest first. */
export async function listLiveLinksOf(
  db: Db,
  { userId, now, limit }: { readonly userId: string; readonly now: Date; readonly limit: number },
): Promise<readonly LiveLink[]> {
  const { rows } = await sql<LiveLink>`
    select link.id, link.kind, link.label, link.expires_at, ${namedSpace} as space, count(*) over () as total
    from link join space on space.id = link.space_id join "user" owner on owner.id = space.owner_id
    where link.created_by = ${userId} and link.revoked_at is null and link.expires_at > ${now}
      and (link.downloads >= link.downloads_max or link.bytes >= link.bytes_max) is not true
    order by link.id desc
    limit ${limit}`.execute(db);
  return rows;
}
