import type { GuestNode, NodeId, OperationResponse } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Services } from '../../../services.ts';
import { moveNodesIn, type NodeAccess, renameNodeIn, trashNodesIn } from '../../files/index.ts';
import { lockSpace } from '../../spaces/index.ts';
import { endOf } from '../policy.ts';
import { findLink } from '../store/links.ts';
import { FAILURE_OF_END, findInLink, type Guest, type GuestNeeds, openLinkOf } from './open-link.ts';
import { presentGuestNode } from './present.ts';

type Changed = OperationResponse<'trashGuestNodes'>;
type Needs = GuestNeeds & Pick<Services, 'newId'>;

interface Editing {
  /** The link's creator, who counts as the author of all changes and whose rights limit the guest. */
  readonly actor: { readonly id: string };
  readonly spaceId: string;
  readonly guest: { readonly name: string; readonly link: string };
  /** The item that the link opens. */
  readonly root: NodeAccess;
  /** Those of the requested items that are in the link now, without its root. */
  readonly inside: ReadonlyMap<string, NodeAccess>;
}

export async function renameGuestNode(
  services: Needs,
  guest: Guest,
  input: { readonly nodeId: NodeId; readonly name: string; readonly revision: number | undefined },
): Outcome<GuestNode, Failure> {
  return await editing(services, { guest, ids: [input.nodeId] }, async (tx, { inside, ...edit }) => {
    if (!inside.has(input.nodeId)) return err({ code: 'node_not_found' });
    const renamed = await renameNodeIn(tx, { services, input, ...edit });
    return renamed.ok ? ok(presentGuestNode(renamed.value)) : renamed;
  });
}

/** Trashes items of the link. The link's creator and others in the space can restore them. */
export async function trashGuestNodes(
  services: Needs,
  guest: Guest,
  ids: readonly NodeId[],
): Outcome<Changed, Failure> {
  return await editing(services, { guest, ids }, async (tx, { inside, ...edit }) => {
    const trashed = await trashNodesIn(tx, { services, accesses: [...inside.values()], ...edit });
    return ok({
      items: ids.map((id): Changed['items'][number] => {
        const item = trashed.get(id) ?? { ok: false, code: 'node_not_found' as const };
        return item.ok ? { outcome: 'done', id } : { outcome: 'failed', id, code: item.code };
      }),
    });
  });
}

/** Moves items to a folder of the link, or to its root. */
export async function moveGuestNodes(
  services: Needs,
  guest: Guest,
  {
    ids,
    parentId,
    conflict,
  }: {
    readonly ids: readonly NodeId[];
    readonly parentId: NodeId;
    readonly conflict: 'fail' | 'rename';
  },
): Outcome<Changed, Failure> {
  const asked = { guest, ids: [parentId, ...ids] };
  return await editing(services, asked, async (tx, { inside, root, ...edit }) => {
    const target = parentId === root.node.id ? root : inside.get(parentId);
    if (target === undefined) return err({ code: 'node_not_found' });
    const movable = [...new Set(ids)].filter((id) => inside.has(id));
    const moved = await moveNodesIn(tx, { services, ...edit, target, ids: movable, conflict });
    if (!moved.ok) return moved;
    const items = new Map(moved.value.items.map((item) => [item.id, item]));
    return ok({
      items: ids.map((id): Changed['items'][number] => {
        const item = items.get(id) ?? { ok: false, code: 'node_not_found' };
        return item.ok ? { outcome: 'done', id } : { outcome: 'failed', id, code: item.code };
      }),
    });
  });
}

/** Runs `work` under the space lock, which revocations and moves take too. Reads the link and the nodes again first. */
async function editing<T>(
  services: Needs,
  { guest, ids }: { readonly guest: Guest; readonly ids: readonly NodeId[] },
  work: (tx: Tx, edit: Editing) => Outcome<T, Failure>,
): Outcome<T, Failure> {
  const opened = await openLinkOf(services, guest);
  if (!opened.ok) return opened;
  const { id, kind, space_id: spaceId } = opened.value.link;
  if (kind !== 'edit') return err({ code: kind === 'request' ? 'link_unknown' : 'not_allowed' });
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<T, Failure> => {
    await lockSpace(tx, spaceId);
    const now = services.clock.now();
    const link = await findLink(tx, id);
    const end = link === undefined ? 'unavailable' : endOf(link, now);
    if (link === undefined || end !== undefined) {
      return err({ code: FAILURE_OF_END[end ?? 'unavailable'] });
    }
    const found = await findInLink(tx, { link, now }, [...new Set([link.node_id, ...ids])]);
    const root = found.get(link.node_id);
    if (root === undefined) return err({ code: 'link_unknown' });
    const inside = new Map([...found].filter(([nodeId]) => nodeId !== link.node_id));
    return await work(tx, {
      actor: { id: link.created_by },
      spaceId,
      guest: { name: '', link: link.label },
      root,
      inside,
    });
  });
}
