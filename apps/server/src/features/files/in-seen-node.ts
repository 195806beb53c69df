import { err, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import type { Services } from '../../services.ts';
import type { LockedSpace } from '../spaces/index.ts';
import type { NodeAccess } from './model.ts';
import { findSpaceIdOf, lockNode } from './node-access.ts';

export interface SeenNode {
  readonly access: NodeAccess & { readonly space: LockedSpace };
  readonly now: Date;
}

/**
 * Runs `work` with the space locked, so that the item and its roles cannot change. Fails if the person does not see the
 * item.
 */
export async function inSeenNode<T>(
  services: Pick<Services, 'clock' | 'db'> & MaybeOnce,
  { actor, nodeId }: { readonly actor: { readonly id: string }; readonly nodeId: string },
  work: (tx: Tx, seen: SeenNode) => Promise<Result<T, Failure>>,
): Outcome<T, Failure> {
  const spaceId = await findSpaceIdOf(services.db, actor, nodeId);
  return await onceInTransaction({ ...services, spaceId }, async (tx) => {
    const now = services.clock.now();
    const access = await lockNode(tx, { actor, now }, { spaceId, id: nodeId });
    if (access === undefined) return err<Failure>({ code: 'node_not_found' });
    return await work(tx, { access, now });
  });
}
