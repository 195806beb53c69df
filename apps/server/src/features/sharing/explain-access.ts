import { type AccessList, type NodeId, type Person, presentRole, type UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNode } from '../files/index.ts';
import { listReasonsOf, presentPerson } from './list-access.ts';
import { mayShare, ROLE_THAT_SHARES } from './model.ts';

/**
 * Lists all reasons why a person has access, and the enforced role; the list is empty without access or for an unknown
 * person. Everyone may ask for themselves, managers for anyone.
 */
export async function explainAccess(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  { nodeId, personId }: { readonly nodeId: NodeId; readonly personId: UserId },
): Outcome<AccessList, Failure> {
  const now = clock.now();
  const own = await findNode(db, { actor, now }, nodeId);
  if (own === undefined) return err({ code: 'node_not_found' });
  const ownRole = presentRole(own.role);
  if (personId !== actor.id && !mayShare(ownRole)) {
    return err({ code: 'not_allowed', facts: { needed_role: ROLE_THAT_SHARES } });
  }
  const list = { role: ownRole, mayShare: mayShare(ownRole), items: [], groups: [] };
  // Uses the same query as when this person opens the node.
  const access = await findNode(db, { actor: { id: personId }, now }, nodeId);
  if (access === undefined) return ok(list);
  const found = await listReasonsOf(db, { actor, now, access: own }, [personId]);
  return ok({
    ...list,
    items: presentPerson(found).map((item) => ({ ...item, role: presentRole(access.role) })),
  });
}
