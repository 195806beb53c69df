import { type MoveRequest, type MoveResult, NodeId, type Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { recordEvents, type SpaceEvent } from '../../spaces/index.ts';
import type { FilesFailure, NodeAccess } from '../model.ts';
import { findNodes, findSpaceIdOf, lockNode } from '../node-access.ts';
import { may, NEEDED_ROLE } from '../policy.ts';
import { presentNode } from '../present.ts';
import { raiseLevels } from '../store/levels.ts';
import { judgeMove } from './judge-move.ts';
import { type Placed, type Placement, placeNodes } from './place-nodes.ts';

type Item = MoveResult['items'][number];

/** One transaction. Changes one row per node, whatever is below it. */
export async function moveNodes(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  actor: Person,
  input: MoveRequest,
): Outcome<MoveResult, FilesFailure> {
  const spaceId = await findSpaceIdOf(services.db, actor, input.parentId);
  return await inSpaceTransaction(services.db, spaceId, async (tx) => {
    const now = services.clock.now();
    const target = await lockNode(tx, { actor, now }, { spaceId, id: input.parentId });
    if (target === undefined || target.node.kind !== 'folder') return err({ code: 'node_not_found' });
    if (!may({ actor, now, role: target.role }, 'add', target.node)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
    }
    const { conflict } = input;
    const placement = { tx, actor, now, target, conflict, ids: new Set<string>(input.ids) };
    const { items, placed } = await move(placement);
    await recordEvents(tx, {
      spaceId: target.space.id,
      actorId: actor.id,
      at: now,
      newId: services.newId,
      events: placed.flatMap(eventsOf),
    });
    return ok({ items: input.ids.map((id) => defined(items.get(id), 'every node has its answer')) });
  });
}

async function move(
  placement: Placement,
): Promise<{ readonly items: ReadonlyMap<string, Item>; readonly placed: readonly Placed[] }> {
  const { tx, actor, now, target } = placement;
  const accesses = await findNodes(tx, { actor, now }, [...placement.ids]);
  const items = new Map<string, Item>();
  const leaving: NodeAccess[] = [];
  for (const each of placement.ids) {
    const id = NodeId.parse(each);
    const access = accesses.get(id);
    if (access === undefined) {
      items.set(id, { ok: false, id, code: 'node_not_found' });
      continue;
    }
    const code = await judgeMove(placement, access);
    if (code !== undefined) items.set(id, { ok: false, id, code });
    else if (access.node.parent_id !== target.node.id) leaving.push(access);
    else items.set(id, { ok: true, id, node: presentNode(access.node) });
  }
  const placed = await placeNodes(placement, leaving);
  for (const each of placed) items.set(each.from.id, present(each));
  const levels = placed.flatMap((each) =>
    each.ok && each.row.kind === 'folder' ? [1 + each.row.levels_below] : [],
  );
  if (levels.length > 0) await raiseLevels(tx, { place: target, levels: Math.max(...levels) });
  return { items, placed };
}

function present(placed: Placed): Item {
  const id = NodeId.parse(placed.from.id);
  if (!placed.ok) return { ok: false, id, code: placed.code, existing: presentNode(placed.existing) };
  const item: Item = { ok: true, id, node: presentNode(placed.row) };
  return placed.replaced === undefined ? item : { ...item, replacedId: NodeId.parse(placed.replaced.id) };
}

function eventsOf(placed: Placed): readonly SpaceEvent[] {
  if (!placed.ok) return [];
  const { from, row, replaced } = placed;
  const renamed = row.name === from.name ? {} : { from_name: from.name };
  const facts = { name: row.name, from_parent_id: from.parent_id, parent_id: row.parent_id, ...renamed };
  const moved: SpaceEvent = { verb: 'node_moved', nodeId: row.id, facts };
  if (replaced === undefined) return [moved];
  const { id: nodeId, name, parent_id: parentId } = replaced;
  return [{ verb: 'node_trashed', nodeId, facts: { name, parent_id: parentId } }, moved];
}
