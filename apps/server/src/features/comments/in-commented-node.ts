import type { NodeId, Person } from '@coffer/contracts';
import type { Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MaybeOnce } from '../../platform/db/once.ts';
import type { Services } from '../../services.ts';
import { inSeenNode } from '../files/index.ts';
import type { Reading } from './present.ts';
import type { OfNode } from './store/comments.ts';

export type CommentNeeds = Pick<Services, 'clock' | 'db' | 'newId'> & MaybeOnce;

export interface Commenting extends Reading {
  readonly actor: Person;
  readonly at: OfNode & { readonly nodeId: NodeId };
}

export async function inCommentedNode<T>(
  services: CommentNeeds,
  { actor, nodeId }: { readonly actor: Person; readonly nodeId: NodeId },
  work: (tx: Tx, commenting: Commenting) => Promise<Result<T, Failure>>,
): Outcome<T, Failure> {
  return await inSeenNode(services, { actor, nodeId }, async (tx, { access, now }) =>
    work(tx, { actor, now, access, at: { spaceId: access.space.id, nodeId } }),
  );
}
