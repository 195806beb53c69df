import type { BatchResult, ErrorCode, NodeId, NodeView, Person } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { lockSpace } from '../spaces/index.ts';
import type { NodeAccess } from './model.ts';
import { listAccesses } from './node-access.ts';
import { listSpaceIds } from './store.ts';

/** What became of one node of a batch. */
export type BatchItem =
  | { readonly ok: true; readonly node: NodeView }
  | { readonly ok: false; readonly code: ErrorCode };

type Work = (
  tx: Tx,
  batch: { readonly spaceId: string; readonly rootId: string; readonly accesses: readonly NodeAccess[] },
) => Promise<ReadonlyMap<string, BatchItem>>;

/** Runs `work` on the nodes of each space, in one transaction a space with the space locked. Strangers' nodes are left out. */
export async function inSpaces(
  services: Pick<Services, 'db'>,
  input: { readonly actor: Person; readonly ids: readonly NodeId[] },
  work: Work,
): Promise<ReadonlyMap<string, BatchItem>> {
  const ids = [...new Set<string>(input.ids)];
  const spaceOf = await listSpaceIds(services.db, { ids, userId: input.actor.id });
  const items = new Map<string, BatchItem>();
  for (const spaceId of new Set(spaceOf.values())) {
    const own = ids.filter((id) => spaceOf.get(id) === spaceId);
    const done = await inTransaction(services.db, async (tx) => {
      const space = await lockSpace(tx, spaceId);
      if (space === undefined) return new Map<string, BatchItem>();
      const accesses = await listAccesses(tx, input.actor, own);
      return await work(tx, { spaceId, rootId: space.root_id, accesses: [...accesses.values()] });
    });
    for (const [id, item] of done) items.set(id, item);
  }
  return items;
}

/** The answer of a batch, in the order asked. */
export function resultOf(ids: readonly NodeId[], items: ReadonlyMap<string, BatchItem>): BatchResult {
  return {
    items: ids.map((id) => {
      const item = items.get(id) ?? { ok: false, code: 'node_not_found' };
      return item.ok ? { ok: true, id, node: item.node } : { ok: false, id, code: item.code };
    }),
  };
}
