import type { ActivityItem, HeldRole } from '@coffer/contracts';
import type { Db } from '../../../platform/db/db.ts';
import type { NodeAccess } from '../model.ts';
import { type Asking, listAccesses } from '../node-access.ts';
import { may } from '../policy.ts';
import { findAuthors, findGroupNames } from '../store/authors.ts';
import { findJobs } from '../store/jobs.ts';
import { mayUndo, type Roles, undoMarks } from './may-undo.ts';
import { guestIn, orGuest, presentAuthor } from './present-author.ts';
import { holdersIn, isSharingVerb, knowsOf } from './present-sharing.ts';
import { type ActivityRow, parseFacts, presentEvent } from './present-event.ts';

interface Shown<Row extends ActivityRow> {
  readonly asking: Asking;
  readonly roles: Roles;
  /** The person's role in the place of an event. */
  readonly roleAt: (row: Row) => HeldRole;
  readonly rows: readonly Row[];
}

export interface PresentedRow<Row extends ActivityRow> {
  readonly row: Row;
  readonly item: ActivityItem;
  /** Undefined if the node no longer exists or the person may not see it. */
  readonly access: NodeAccess | undefined;
}

/** Presents events with the nodes, people and jobs that they mention, as far as the person may see those. */
export async function presentActivity<Row extends ActivityRow>(
  db: Db,
  { asking, roles, roleAt, rows }: Shown<Row>,
): Promise<readonly PresentedRow<Row>[]> {
  const { actor } = asking;
  const events = rows.map((row) => ({ row, facts: parseFacts(row.facts) }));
  const folderIds = events.flatMap(({ facts }) => [facts.parent_id, facts.from_parent_id]);
  const mentioned = [...rows.map((row) => row.node_id), ...folderIds.filter((id) => id != null)];
  const accesses = await listAccesses(db, asking, [...new Set(mentioned)]);
  const authorIds = rows.flatMap((row) => row.actor_id ?? []);
  const authors = await findAuthors(db, authorIds);
  const named = holdersIn(rows);
  const holders = {
    readerId: actor.id,
    people: await findAuthors(db, named.personIds),
    groups: await findGroupNames(db, named.groupIds),
  };
  const jobIds = rows.flatMap((row) => row.job_id ?? []);
  const jobs = await findJobs(db, jobIds);
  const seen = (id: string): NodeAccess | undefined => {
    const access = accesses.get(id);
    return access !== undefined && may({ ...asking, role: access.role }, 'see', access.node)
      ? access
      : undefined;
  };
  const isKnown = ({ row }: { readonly row: Row }): boolean => {
    if (!isSharingVerb(row.verb)) return true;
    const access = seen(row.node_id);
    return access !== undefined && knowsOf(row.verb, access);
  };
  return events.filter(isKnown).map(({ row, facts }) => {
    const author = presentAuthor({ id: actor.id, role: roleAt(row) }, row.actor_id, authors);
    const event = presentEvent({
      row,
      facts,
      author: orGuest(author, guestIn(facts.guest, facts.link)),
      holders,
      nameNow: accesses.get(row.node_id)?.node.name ?? '',
      folderOf: (id) => (id == null ? undefined : seen(id)?.node),
    });
    const job = jobs.get(row.job_id ?? '');
    const undoJobId = mayUndo({ actor, roles }, row, job) ? row.job_id : null;
    const item = { ...event, undoJobId, ...undoMarks(row, job, facts.undoes) };
    return { row, access: seen(row.node_id), item };
  });
}
