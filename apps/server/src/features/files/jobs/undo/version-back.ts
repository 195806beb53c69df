import type { ErrorCode } from '@coffer/contracts';
import { findNodes } from '../../node-access.ts';
import { may } from '../../policy.ts';
import { putVersion } from '../../restore-version.ts';
import { findVersionRow } from '../../store/versions.ts';
import type { JobItemRow } from '../model.ts';
import type { PlacedEvent, Undoing, Undone } from './undoing.ts';

/** Undoes restored versions: adds a version with the content of the previous one. */
export async function putVersionsBack(undoing: Undoing, items: readonly JobItemRow[]): Promise<Undone> {
  const refused = new Map<JobItemRow, ErrorCode>();
  const events: PlacedEvent[] = [];
  for (const item of items) {
    const done = await putOneBack(undoing, item);
    if (typeof done === 'string') refused.set(item, done);
    else events.push(done);
  }
  return { refused, events };
}

async function putOneBack(undoing: Undoing, item: JobItemRow): Promise<PlacedEvent | ErrorCode> {
  const { tx, actor, now, newId } = undoing;
  const access = (await findNodes(tx, { actor, now }, [item.node_id])).get(item.node_id);
  if (access === undefined) return 'node_not_found';
  const { node, role } = access;
  // The lock of another space is not held.
  if (node.space_id !== item.to_space_id) return 'changed_since';
  if (!may({ actor, now, role }, 'change', node)) return 'not_allowed';
  if (node.current_version_id !== item.to_version_id || item.from_version_id === null) return 'changed_since';
  const key = { spaceId: node.space_id, nodeId: node.id, id: item.from_version_id };
  const version = await findVersionRow(tx, key);
  if (version === undefined) return 'changed_since';
  if (version.damage !== null) return 'checksum_mismatch';
  const { event } = await putVersion(tx, { node, version, actor, now, newId });
  return { spaceId: node.space_id, event };
}
