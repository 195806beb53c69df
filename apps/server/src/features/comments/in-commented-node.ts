import type { NodeId, Person } from '@coffer/contracts';
import { err, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import type { Services } from '../../services.ts';
import { findSpaceIdOf, lockNode } from '../files/index.ts';
import type { Reading } from './present.ts';
import type { OfNode } from './store/comments.ts';

export type CommentNeeds = Pick<Services, 'clock' | 'db' | 'newId'> & MaybeOnce;

export interface Commenting extends Reading {
  readonly actor: Person;
  readonly at: OfNode & { readonly nodeId: NodeId };
}

/** Locks the space, so that the item is neither moved nor deleted meanwhile. Only for people who see it. */
export async function inCommentedNode<T>(
  services: CommentNeeds,
  { actor, nodeId }: { readonly actor: Person; readonly nodeId: NodeId },
  work: (tx: Tx, commenting: Commenting) => Promise<Result<T, Failure>>,
): Outcome<T, Failure> {
  const spaceId = await findSpaceIdOf(services.db, actor, nodeId);
  return await onceInTransaction({ ...services, spaceId }, async (tx) => {
    const now = services.clock.now();
    const access = await lockNode(tx, { actor, now }, { spaceId, id: nodeId });
    if (access === undefined) return err<Failure>({ code: 'node_not_found' });
    return await work(tx, { actor, now, access, at: { spaceId: access.space.id, nodeId } });
  });
}
