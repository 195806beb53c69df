import { type ErrorCode, LIMITS } from '@coffer/contracts';
import { findSequenceAt } from '../../../spaces/index.ts';
import { isLiving, type NodeAccess } from '../../model.ts';
import { isVisible, listAccesses } from '../../node-access.ts';
import { mayChangeEntry } from '../../policy.ts';
import {
  listChangedFolders,
  listFilledFolders,
  listFoldersWithEvents,
  measureFolders,
} from '../../store/folder-size.ts';
import { trashRows } from '../../store/nodes.ts';
import { trashedEvent } from '../../trash/trash-nodes.ts';
import type { JobItemRow } from '../model.ts';
import { type Going, returnToTrash } from './return-to-trash.ts';
import type { PlacedEvent, Undoing, Undone } from './undoing.ts';

/** Moves created, copied or restored items to the trash, unless they were changed since. */
export async function takeAway(undoing: Undoing, items: readonly JobItemRow[]): Promise<Undone> {
  const { tx, actor, now } = undoing;
  const homes = items.flatMap((item) => (item.did === 'restored' ? (item.from_parent_id ?? []) : []));
  const ids = [...new Set([...items.map((item) => item.node_id), ...homes])];
  const accesses = await listAccesses(tx, { actor, now }, ids);
  const made = items.flatMap((item) => (item.did === 'created' ? [item.node_id] : []));
  const filled = await listFilledFolders(tx, made);
  const refused = new Map<JobItemRow, ErrorCode>();
  const judged: Going[] = [];
  for (const item of items) {
    const access = accesses.get(item.node_id);
    const code = judge(undoing, { item, access, filled });
    if (code !== undefined) refused.set(item, code);
    else if (access !== undefined && isLiving(access)) judged.push({ item, node: access.node });
  }
  const changed = await listChanged(undoing, judged);
  const going = judged.filter(({ node }) => !changed.has(node.id));
  for (const { item, node } of judged) if (changed.has(node.id)) refused.set(item, 'changed_since');
  const events: PlacedEvent[] = [];
  for (const [spaceId, group] of Map.groupBy(going, ({ node }) => node.space_id)) {
    const rows = await trashRows(tx, { spaceId, ids: group.map(({ node }) => node.id), by: actor.id, now });
    for (const row of rows) events.push({ spaceId, event: trashedEvent(row) });
  }
  await returnToTrash(undoing, going, accesses);
  return { refused, events };
}

/** Folders whose content is read under the lock of the space. Larger ones are judged by the events since. */
const READ_FOLDERS_MAX = 1_000;
const READ_ITEMS_MAX = 10_000;

/** The restored folders into which something was put, or below which something was changed, since. */
async function listChanged(
  { tx, jobId, now, doneAt }: Undoing,
  going: readonly Going[],
): Promise<ReadonlySet<string>> {
  const restored = going.filter(({ item, node }) => item.did === 'restored' && node.kind === 'folder');
  const changed: string[] = [];
  for (const [spaceId, group] of Map.groupBy(restored, ({ node }) => node.space_id)) {
    const ids = group.map(({ node }) => node.id);
    const asked = { ids, going: going.map(({ node }) => node.id), jobId, now, since: doneAt };
    const below = { spaceId, folderIds: ids, madeBy: undefined, foldersMax: READ_FOLDERS_MAX };
    const { isComplete, files, folders } = await measureFolders(tx, below);
    if (isComplete && files + folders <= READ_ITEMS_MAX) {
      changed.push(...(await listChangedFolders(tx, asked)));
      continue;
    }
    // The clocks of two servers may differ.
    const moment = new Date(doneAt.getTime() - LIMITS.clockSkewMaxMs);
    const after = await findSequenceAt(tx, { spaceId, moment });
    changed.push(...(await listFoldersWithEvents(tx, { ...asked, spaceId, after })));
  }
  return new Set(changed);
}

interface Judged {
  readonly item: JobItemRow;
  readonly access: NodeAccess | undefined;
  readonly filled: ReadonlySet<string>;
}

function judge({ actor, now }: Undoing, { item, access, filled }: Judged): ErrorCode | undefined {
  if (access === undefined || access.node.purge_began_at !== null) return 'node_not_found';
  // Somebody already removed the item.
  if (!isLiving(access)) return undefined;
  if (!isVisible(access, { actor, now })) return 'node_not_found';
  const { node } = access;
  const isAsLeft =
    node.space_id === item.to_space_id &&
    node.parent_id === item.to_parent_id &&
    node.name === item.to_name &&
    (item.to_version_id === null || node.current_version_id === item.to_version_id) &&
    !filled.has(node.id);
  if (!isAsLeft) return 'changed_since';
  return mayChangeEntry({ actor, now }, 'change', access) ? undefined : 'not_allowed';
}
