import {
  NodeId,
  type PastItem,
  type PastPage,
  type PastQuery,
  type Person,
  SpaceId,
  VersionId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { inSnapshot } from '../../../platform/db/transaction.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { findSequenceAt } from '../../spaces/index.ts';
import { isLiving, type NodeAccess, nameSort } from '../model.ts';
import { type Asking, listAccesses } from '../node-access.ts';
import { may, onlyMadeBy } from '../policy.ts';
import { type PastRow, readPastPage } from '../store/past.ts';
import { findPastPath } from './past-path.ts';
import { isGoing } from './past-place.ts';
import { type ChangedNode, CHANGES_MAX, type Past, readChanged } from './read-past.ts';

export type PastFailure =
  | { readonly code: 'node_not_found' }
  | { readonly code: 'limit_reached'; readonly facts: { readonly limit: number } };

/** Lists a folder as it was at a moment, even if the folder is in the trash now. Current roles apply. */
export async function listPast(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { nodeId, query }: { readonly nodeId: NodeId; readonly query: PastQuery },
): Outcome<PastPage, PastFailure> {
  const now = clock.now();
  const moment = new Date(Math.min(Date.parse(query.moment), now.getTime()));
  return await inSnapshot(db, async (tx): Outcome<PastPage, PastFailure> => {
    const asking = { actor, now };
    const access = await findPastFolder(tx, asking, nodeId);
    if (access === undefined) return err({ code: 'node_not_found' });
    const past = await pastOf(tx, access, moment);
    const above = await findPastPath(tx, asking, { access, past });
    const page = {
      moment: moment.toISOString(),
      spaceId: SpaceId.parse(access.node.space_id),
      isTrashed: !isLiving(access),
      isRoot: access.node.parent_id === null,
      mayRestore: isLiving(access) && may({ ...asking, role: access.role }, 'change', access.node),
      name: above.name,
      path: [...above.path],
    };
    const nothing = { ...page, items: [], total: 0, hidden: 0 };
    if (above.knownFrom !== undefined) return ok({ ...nothing, knownFrom: above.knownFrom });
    const madeBy = onlyMadeBy(access.role, actor);
    const changed = await readChanged(tx, asking, { folderIds: [access.node.id], past, madeBy });
    if (changed === undefined) return err({ code: 'limit_reached', facts: { limit: CHANGES_MAX } });
    if (changed.knownFrom !== undefined) {
      return ok({ ...nothing, knownFrom: { at: changed.knownFrom.toISOString(), why: 'purged' } });
    }
    const there = changed.nodes.filter(({ was }) => was?.parentId === access.node.id);
    const { rows, total } = await readPastPage(tx, {
      ...query,
      spaceId: access.node.space_id,
      folderId: access.node.id,
      moment,
      madeBy,
      changedIds: changed.nodes.map(({ id }) => id),
      rows: there.flatMap(rowOf),
    });
    // Items of a trashed folder count as trashed, whatever their events say.
    const around = isLiving(access) ? undefined : 'trashed';
    const items = rows.map((row) => presentPast({ ...row, since: row.since ?? around ?? null }));
    const hidden = there.filter((each) => each.access === undefined).length;
    return ok({ ...page, knownFrom: null, items, total, hidden });
  });
}

export async function findPastFolder(
  db: Db | Tx,
  asking: Asking,
  nodeId: NodeId,
): Promise<NodeAccess | undefined> {
  const access = (await listAccesses(db, asking, [nodeId])).get(nodeId);
  if (access?.node.kind !== 'folder' || isGoing(access)) return undefined;
  return may({ ...asking, role: access.role }, 'see', access.node) ? access : undefined;
}

export async function pastOf(db: Db | Tx, { node }: NodeAccess, moment: Date): Promise<Past> {
  const spaceId = node.space_id;
  return { spaceId, moment, sequence: await findSequenceAt(db, { spaceId, moment }) };
}

function rowOf({ access, was, version }: ChangedNode): readonly PastRow[] {
  if (access === undefined || was === undefined) return [];
  const { node } = access;
  const isSame = version?.is_current === true;
  const of = node.kind === 'file' ? version : undefined;
  return [
    {
      id: node.id,
      kind: node.kind,
      name: was.name,
      name_sort: nameSort(was.name),
      size_bytes: of?.size_bytes ?? null,
      media_type: of?.media_type ?? null,
      modified_at: node.kind === 'folder' || isSame ? node.modified_at : (of?.created_at ?? node.created_at),
      version_id: of?.id ?? null,
      since: sinceOf(access, was, node.kind === 'folder' || isSame),
    },
  ];
}

function sinceOf(
  access: NodeAccess,
  was: { readonly parentId: string; readonly name: string },
  isSame: boolean,
): PastRow['since'] {
  if (!isLiving(access)) return 'trashed';
  if (access.node.parent_id !== was.parentId) return 'moved';
  if (access.node.name !== was.name) return 'renamed';
  return isSame ? null : 'changed';
}

function presentPast(row: PastRow): PastItem {
  const isThere = row.since !== 'trashed' && row.version_id !== null;
  return {
    id: NodeId.parse(row.id),
    kind: row.kind,
    name: row.name,
    sizeBytes: row.size_bytes,
    mediaType: row.media_type,
    modifiedAt: row.modified_at.toISOString(),
    versionId: row.version_id === null ? null : VersionId.parse(row.version_id),
    canOpen: row.kind === 'folder' || isThere,
    since: row.since,
  };
}
