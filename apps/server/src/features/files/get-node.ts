import { NodeId, type NodePath, type NodeView, type Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { findNode } from './node-access.ts';
import { may } from './policy.ts';
import { presentNode } from './present.ts';

type NotFound = { readonly code: 'node_not_found' };

/** One file or folder that does not lie in the trash. */
export async function getNode(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<NodeView, NotFound> {
  const access = await findNode(services.db, { actor, now: services.clock.now() }, nodeId);
  return access === undefined ? err({ code: 'node_not_found' }) : ok(presentNode(access.node));
}

/** The folders from the root to a node, as far as the actor may see them, and the node itself. */
export async function getPath(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<NodePath, NotFound> {
  const asking = { actor, now: services.clock.now() };
  const access = await findNode(services.db, asking, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const items = [...access.ancestors, access.node]
    .filter((node) => may({ ...asking, role: access.role }, 'see', node))
    .map((node) => ({ id: NodeId.parse(node.id), name: node.name, kind: node.kind }));
  return ok({ items });
}
