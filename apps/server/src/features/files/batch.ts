import type { BatchResult, ErrorCode, NodeId, NodeView, Person } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { inSpaceTransaction } from '../../platform/db/space-transaction.ts';
import { isDatabaseUnavailable } from '../../platform/db/unavailable.ts';
import type { Services } from '../../services.ts';
import { lockSpace } from '../spaces/index.ts';
import type { NodeAccess } from './model.ts';
import { listAccesses } from './node-access.ts';
import { listSpaceIds } from './store/nodes.ts';

export type BatchItem =
  | { readonly ok: true; readonly node: NodeView }
  | { readonly ok: false; readonly code: ErrorCode };

type Work<Item> = (
  tx: Tx,
  batch: { readonly spaceId: string; readonly rootId: string; readonly accesses: readonly NodeAccess[] },
) => Promise<ReadonlyMap<string, Item>>;

interface Input<Item> {
  readonly actor: Person;
  readonly ids: readonly NodeId[];
  /**
   * The result for items of a space that the database cannot change now, once another space was changed. The caller
   * then still learns what was changed. Without it, the call fails.
   */
  readonly unavailable?: Item;
}

/** The `unavailable` of an {@link Input} whose items are those of a batch. */
export const UNAVAILABLE: BatchItem = { ok: false, code: 'database_unavailable' };

/** Runs `work` in one transaction per space, with the space locked. Ignores nodes in spaces of other people. */
export async function inSpaces<Item = BatchItem>(
  services: Pick<Services, 'db' | 'clock'>,
  input: Input<Item>,
  work: Work<Item>,
): Promise<ReadonlyMap<string, Item>> {
  const ids = [...new Set<string>(input.ids)];
  const spaceOf = await listSpaceIds(services.db, { ids, userId: input.actor.id });
  const items = new Map<string, Item>();
  for (const spaceId of new Set(ids.flatMap((id) => spaceOf.get(id) ?? []))) {
    const own = ids.filter((id) => spaceOf.get(id) === spaceId);
    const inSpace = inSpaceTransaction(services.db, spaceId, async (tx) => {
      const space = await lockSpace(tx, spaceId);
      if (space === undefined) return new Map<string, Item>();
      const accesses = await listAccesses(tx, { actor: input.actor, now: services.clock.now() }, own);
      // Nodes that have moved to another space since are not protected by this lock.
      const here = [...accesses.values()].filter(({ node }) => node.space_id === spaceId);
      return await work(tx, { spaceId, rootId: space.root_id, accesses: here });
    });
    const { unavailable } = input;
    const done = await inSpace.catch((error: unknown) => {
      if (items.size === 0 || unavailable === undefined || !isDatabaseUnavailable(error)) throw error;
      return new Map(own.map((id) => [id, unavailable]));
    });
    for (const [id, item] of done) items.set(id, item);
  }
  return items;
}

/** The results in the order of `ids`. An id without a result gets `node_not_found`. */
export function resultOf(
  { ids, jobId }: { readonly ids: readonly NodeId[]; readonly jobId: string | undefined },
  items: ReadonlyMap<string, BatchItem>,
): BatchResult {
  return {
    items: ids.map((id) => {
      const item = items.get(id) ?? { ok: false, code: 'node_not_found' };
      return item.ok ? { ok: true, id, node: item.node } : { ok: false, id, code: item.code };
    }),
    ...(jobId === undefined ? {} : { jobId }),
  };
}
