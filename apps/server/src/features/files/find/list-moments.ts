import type { MomentsPage, MomentsQuery, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import type { FilesFailure } from '../model.ts';
import { listRecentFiles } from '../store/recent.ts';
import { listStarredNodes } from '../store/stars.ts';
import { type Moment, parseMomentCursor, writeMomentCursor } from './moment-cursor.ts';
import { readLocated } from './read-located.ts';

type Read = (page: {
  readonly after: Moment | undefined;
  readonly limit: number;
}) => Promise<readonly Moment[]>;

/** Lists files of all spaces of the person, last changed first. */
export async function listRecent(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  query: MomentsQuery,
): Outcome<MomentsPage, FilesFailure> {
  return await listMoments(services, actor, {
    query,
    read: (page) => listRecentFiles(services.db, { ...page, userId: actor.id }),
  });
}

/** Lists starred nodes. Trashed nodes keep their star but are left out. */
export async function listStarred(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  query: MomentsQuery,
): Outcome<MomentsPage, FilesFailure> {
  return await listMoments(services, actor, {
    query,
    read: (page) => listStarredNodes(services.db, { ...page, userId: actor.id }),
  });
}

export async function listMoments(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { query, read }: { readonly query: MomentsQuery; readonly read: Read },
): Outcome<MomentsPage, FilesFailure> {
  const after = query.after === undefined ? undefined : parseMomentCursor(query.after);
  if (query.after !== undefined && after === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const { items, last } = await readLocated(services, actor, { after, limit: query.limit, read });
  return ok({
    items: items.map(([placed, { at }]) => ({ ...placed, at: at.toISOString() })),
    next: last === undefined ? null : writeMomentCursor(last),
  });
}
