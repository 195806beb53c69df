import {
  type FeedItem,
  type FeedPage,
  type FeedQuery,
  type HeldRole,
  NodeId,
  type Person,
  SpaceId,
  strongest,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { type FeedRow, listFeedEvents, listSpacesOf } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, isVisible } from '../node-access.ts';
import { type PresentedRow, presentActivity } from './present-activity.ts';
import { ACTIVITY_VERBS, type ActivityRow } from './present-event.ts';
import { SHARING_VERBS } from './present-sharing.ts';

/** Sharing events that the person may not see would leave a page empty. So up to this many pages are read for one. */
const READS_MAX = 5;

type Presented = PresentedRow<FeedRow<ActivityRow['verb']>>;

/** Lists the activity of one space, or of all spaces of the person. */
export async function listFeed(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { spaceId, after, limit }: FeedQuery,
): Outcome<FeedPage, { readonly code: 'space_not_found' }> {
  const { db, clock } = services;
  const spaces = await listSpacesOf(db, actor.id);
  const shown = spaces.filter(({ id }) => spaceId === undefined || id === spaceId);
  if (spaceId !== undefined && shown.length === 0) return err({ code: 'space_not_found' });
  const roles = new Map(spaces.map((space) => [space.id, strongest(space.roles)]));
  const asking = { actor, now: clock.now() };
  const roleAt = (row: FeedRow): HeldRole => roles.get(row.space_id) ?? 'viewer';
  const presented: Presented[] = [];
  let next = after;
  for (let reads = 1; ; reads += 1) {
    const wanted = limit - presented.length;
    const rows = await listFeedEvents(db, {
      spaceIds: shown.map(({ id }) => id),
      onlyOwnIn: shown.flatMap(({ id }) => (roles.get(id) === 'contributor' ? [id] : [])),
      personId: actor.id,
      verbs: [...ACTIVITY_VERBS, ...SHARING_VERBS],
      before: next,
      limit: wanted + 1,
    });
    const page = rows.slice(0, wanted);
    presented.push(...(await presentActivity(db, { asking, roles, roleAt, rows: page })));
    next = rows.length > wanted ? page.at(-1)?.id : undefined;
    if (next === undefined || presented.length >= limit || reads >= READS_MAX) break;
  }
  const items = onePerAct(presented).map(
    ({ row, item, access }): FeedItem => ({
      ...item,
      id: row.id,
      spaceId: SpaceId.parse(row.space_id),
      count: row.count,
      place: placeOf(asking, access),
    }),
  );
  return ok({ items, next: next ?? null });
}

/** A move between spaces has an event in each. Keeps only the event of the space that now has the item. */
function onePerAct(presented: readonly Presented[]): readonly Presented[] {
  const acts = Map.groupBy(presented, ({ row }) =>
    row.job_id === null ? row.id : `${row.job_id} ${row.verb} ${row.is_undo}`,
  );
  const kept = new Set([...acts.values()].map((rows) => rows.find(isInItsSpace) ?? rows[0]));
  return presented.filter((each) => kept.has(each));
}

function isInItsSpace({ row, access }: Presented): boolean {
  return access?.node.space_id === row.space_id;
}

function placeOf(asking: Asking, access: NodeAccess | undefined): FeedItem['place'] {
  if (access === undefined || access.node.purge_began_at !== null) return null;
  const { kind, parent_id: parentId, space_id: spaceId } = access.node;
  return {
    kind,
    parentId: parentId === null ? null : NodeId.parse(parentId),
    spaceId: SpaceId.parse(spaceId),
    isTrashed: !isVisible(access, asking),
  };
}
