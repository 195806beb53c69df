import {
  type FeedItem,
  type FeedPage,
  type FeedQuery,
  NodeId,
  type Person,
  SpaceId,
  strongest,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { type FeedRow, listFeedEvents, listSpacesOf } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, isVisible, listAccesses } from '../node-access.ts';
import { may } from '../policy.ts';
import { findAuthors } from '../store/authors.ts';
import { findJobs } from '../store/jobs.ts';
import { mayUndo, type Roles } from './may-undo.ts';
import { guestIn, orGuest, presentAuthor } from './present-author.ts';
import { ACTIVITY_VERBS, type ActivityVerb, parseFacts, presentEvent } from './present-event.ts';

/** Of one space, or of all spaces of the person. */
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
  const rows = await listFeedEvents(db, {
    spaceIds: shown.map(({ id }) => id),
    onlyOwnIn: shown.flatMap(({ id }) => (roles.get(id) === 'contributor' ? [id] : [])),
    personId: actor.id,
    verbs: ACTIVITY_VERBS,
    before: after,
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const items = await present(db, { asking: { actor, now: clock.now() }, roles, rows: page });
  return ok({ items, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null });
}

interface Shown {
  readonly asking: Asking;
  readonly roles: Roles;
  readonly rows: readonly FeedRow<ActivityVerb>[];
}

async function present(db: Db, { asking, roles, rows }: Shown): Promise<FeedItem[]> {
  const { actor } = asking;
  const events = rows.map((row) => ({ row, facts: parseFacts(row.facts) }));
  const folderIds = events.flatMap(({ facts }) => [facts.parent_id, facts.from_parent_id]);
  const mentioned = [...rows.map((row) => row.node_id), ...folderIds.filter((id) => id != null)];
  const accesses = await listAccesses(db, asking, [...new Set(mentioned)]);
  const seen = (id: string): NodeAccess | undefined => {
    const access = accesses.get(id);
    return access !== undefined && may({ ...asking, role: access.role }, 'see', access.node)
      ? access
      : undefined;
  };
  const authors = await findAuthors(
    db,
    rows.flatMap((row) => row.actor_id ?? []),
  );
  const jobs = await findJobs(
    db,
    rows.flatMap((row) => row.job_id ?? []),
  );
  return events.map(({ row, facts }) => {
    const role = roles.get(row.space_id) ?? 'viewer';
    const job = row.job_id === null ? undefined : jobs.get(row.job_id);
    return {
      ...presentEvent({
        row,
        facts,
        author: orGuest(
          presentAuthor({ id: actor.id, role }, row.actor_id, authors),
          guestIn(facts.guest, facts.link),
        ),
        nameNow: accesses.get(row.node_id)?.node.name ?? '',
        folderOf: (id) => (id != null ? seen(id)?.node : undefined),
      }),
      id: row.id,
      spaceId: SpaceId.parse(row.space_id),
      count: row.count,
      place: placeOf(asking, seen(row.node_id)),
      undoJobId: mayUndo({ actor, roles }, row, job) ? row.job_id : null,
    };
  });
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
