import type { MomentsPage, MomentsQuery, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import type { FilesFailure } from '../model.ts';
import { listRecentFiles } from '../store/recent.ts';
import { listStarredNodes } from '../store/stars.ts';
import { type Moment, parseMomentCursor, writeMomentCursor } from './moment-cursor.ts';
import { presentLocated } from './present-located.ts';

/** A page of files below trashed folders would be empty, so up to a few pages are read for one. */
const READS_MAX = 5;

type Read = (page: {
  readonly after: Moment | undefined;
  readonly limit: number;
}) => Promise<readonly Moment[]>;

/** Files of all spaces of the person, last changed first. */
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

/** Trashed nodes keep their star and are left out. */
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

/** Reads on where the person sees less than was found. */
export async function listMoments(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { query, read }: { readonly query: MomentsQuery; readonly read: Read },
): Outcome<MomentsPage, FilesFailure> {
  let after = query.after === undefined ? undefined : parseMomentCursor(query.after);
  if (query.after !== undefined && after === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const items: MomentsPage['items'] = [];
  for (let reads = 1; ; reads += 1) {
    const limit = query.limit - items.length;
    const rows = await read({ after, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const times = new Map(shown.map(({ id, at }) => [id, at.toISOString()]));
    const ids = shown.map(({ id }) => id);
    for (const placed of await presentLocated(services, actor, { ids, showsTrash: false, showsTags: true })) {
      items.push({ ...placed, at: times.get(placed.node.id) ?? placed.node.modifiedAt });
    }
    after = shown.at(-1);
    if (after === undefined || rows.length <= limit) return ok({ items, next: null });
    if (items.length >= query.limit || reads >= READS_MAX) {
      return ok({ items, next: writeMomentCursor(after) });
    }
  }
}
