import { type BatchResult, nameKey, type NodeId, type Person } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { recordEvents, type SpaceEvent } from '../../spaces/index.ts';
import { type BatchItem, inSpaces, resultOf } from '../batch.ts';
import { freeName } from '../free-name.ts';
import { type NodeAccess, type NodeRow, nameSort } from '../model.ts';
import { isVisible } from '../node-access.ts';
import { may, mayChangeEntry } from '../policy.ts';
import { presentNode } from '../present.ts';
import { restoreRow } from '../store/nodes.ts';

/** If the old folder is in the trash, restores to the nearest living folder above it. A taken name gets a number. */
export async function restoreNodes(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  actor: Person,
  ids: readonly NodeId[],
): Promise<BatchResult> {
  const done = await inSpaces(services, { actor, ids }, async (tx, batch) => {
    const now = services.clock.now();
    const items = new Map<string, BatchItem>();
    const events: SpaceEvent[] = [];
    const back = new Set<string>();
    // Parents before children, so that a selection keeps its structure.
    for (const access of batch.accesses.toSorted((a, b) => a.ancestors.length - b.ancestors.length)) {
      const settled = settle(access, { actor, now });
      if (settled !== undefined) {
        items.set(access.node.id, settled);
        continue;
      }
      const row = await restore(tx, { access, back, now });
      back.add(row.id);
      items.set(row.id, { ok: true, node: presentNode(row) });
      events.push({
        verb: 'node_restored',
        nodeId: row.id,
        facts: { name: row.name, parent_id: row.parent_id },
      });
    }
    await recordEvents(tx, {
      spaceId: batch.spaceId,
      actorId: actor.id,
      at: now,
      newId: services.newId,
      events,
    });
    return items;
  });
  return resultOf(ids, done);
}

/** Undefined when the node has to be restored. */
function settle(
  access: NodeAccess,
  asking: { readonly actor: Person; readonly now: Date },
): BatchItem | undefined {
  const { node, role } = access;
  if (node.trashed_at === null) {
    return isVisible(access, asking)
      ? { ok: true, node: presentNode(node) }
      : { ok: false, code: 'node_not_found' };
  }
  if (node.purge_began_at !== null) return { ok: false, code: 'node_not_found' };
  if (!may({ ...asking, role }, 'see', node)) return { ok: false, code: 'node_not_found' };
  return mayChangeEntry(asking, 'change', access) ? undefined : { ok: false, code: 'not_allowed' };
}

async function restore(
  tx: Tx,
  input: { readonly access: NodeAccess; readonly back: ReadonlySet<string>; readonly now: Date },
): Promise<NodeRow> {
  const { access, now } = input;
  const { node } = access;
  const parent = nearestLiving(access, input.back);
  const place = { spaceId: node.space_id, parentId: parent.id };
  const name = await freeName(tx, { ...place, name: node.name, now });
  return await restoreRow(tx, {
    ...place,
    id: node.id,
    name,
    nameKey: nameKey(name),
    nameSort: nameSort(name),
    now,
  });
}

/** Nodes in `back` were restored earlier in this batch. */
function nearestLiving(access: NodeAccess, back: ReadonlySet<string>): NodeRow {
  let nearest: NodeRow | undefined;
  let isReachable = true;
  for (const folder of access.ancestors) {
    if (back.has(folder.id)) isReachable = true;
    else if (folder.trashed_at !== null) isReachable = false;
    if (isReachable) nearest = folder;
  }
  return defined(nearest, 'the root is above every trashed node and never trashed itself');
}
