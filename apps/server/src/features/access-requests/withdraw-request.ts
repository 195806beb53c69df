import type { NodeId, Person } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { inSeenNode } from '../files/index.ts';
import { close } from './close-request.ts';
import { findOwnRequest } from './store/requests.ts';

/** Withdraws a request. One that was answered or has ended counts as withdrawn. */
export async function withdrawAccessRequest(
  services: Pick<Services, 'clock' | 'db'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<undefined, Failure> {
  return await inSeenNode(services, { actor, nodeId }, async (tx, { now }) => {
    const row = await findOwnRequest(tx, { nodeId, userId: actor.id });
    if (row !== undefined) await close(tx, row, { state: 'withdrawn', now });
    return ok(undefined);
  });
}
