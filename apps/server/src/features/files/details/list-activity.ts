import {
  type ActivityItem,
  type ActivityPage,
  type ActivityQuery,
  type NodeId,
  type Person,
  strongest,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { listNodeEvents, listSpacesOf } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, findNode, listAccesses } from '../node-access.ts';
import { may, onlyMadeBy } from '../policy.ts';
import { findAuthors } from '../store/authors.ts';
import { findJobs } from '../store/jobs.ts';
import { mayUndo } from './may-undo.ts';
import { guestIn, orGuest, presentAuthor } from './present-author.ts';
import { ACTIVITY_VERBS, type ActivityRow, parseFacts, presentEvent } from './present-event.ts';

/** Of the node, and of what was directly in it. */
export async function listActivity(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  input: { readonly nodeId: NodeId; readonly query: ActivityQuery },
): Outcome<ActivityPage, { readonly code: 'node_not_found' }> {
  const { db, clock } = services;
  const asking = { actor, now: clock.now() };
  const access = await findNode(db, asking, input.nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const { after, limit } = input.query;
  const rows = await listNodeEvents(db, {
    spaceId: access.node.space_id,
    nodeId: access.node.id,
    verbs: ACTIVITY_VERBS,
    before: after === undefined ? undefined : Number(after),
    limit: limit + 1,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const items = await present(db, { asking, access, rows: page });
  return ok({ items, next: last === undefined || rows.length <= limit ? null : String(last.sequence) });
}

interface Shown {
  readonly asking: Asking;
  readonly access: NodeAccess;
  readonly rows: readonly ActivityRow[];
}

async function present(db: Db, { asking, access, rows }: Shown): Promise<ActivityItem[]> {
  const { actor } = asking;
  const events = rows.map((row) => ({ row, facts: parseFacts(row.facts) }));
  const folderIds = events.flatMap(({ facts }) => [facts.parent_id, facts.from_parent_id]);
  const mentioned = [...rows.map((row) => row.node_id), ...folderIds.filter((id) => id != null)];
  const accesses = await listAccesses(db, asking, [...new Set(mentioned)]);
  const maySee = (id: string): boolean => {
    const found = accesses.get(id);
    return found !== undefined && may({ ...asking, role: found.role }, 'see', found.node);
  };
  const isOnlyOwn = onlyMadeBy(access.role, actor) !== undefined;
  const authors = await findAuthors(
    db,
    rows.flatMap((row) => row.actor_id ?? []),
  );
  const jobs = await findJobs(
    db,
    rows.flatMap((row) => row.job_id ?? []),
  );
  const spaces = await listSpacesOf(db, actor.id);
  const roles = new Map(spaces.map((space) => [space.id, strongest(space.roles)]));
  const viewer = { id: actor.id, role: access.role };
  return events
    .filter(({ row }) => !isOnlyOwn || maySee(row.node_id))
    .map(({ row, facts }) => ({
      ...presentEvent({
        row,
        facts,
        author: orGuest(presentAuthor(viewer, row.actor_id, authors), guestIn(facts.guest, facts.link)),
        nameNow: accesses.get(row.node_id)?.node.name ?? '',
        folderOf: (id) => (id != null && maySee(id) ? accesses.get(id)?.node : undefined),
      }),
      undoJobId: mayUndo({ actor, roles }, row, jobs.get(row.job_id ?? '')) ? row.job_id : null,
    }));
}
