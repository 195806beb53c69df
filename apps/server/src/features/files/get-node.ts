import { NodeId, type NodePath, type NodeView, type Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNode } from './node-access.ts';
import { visibleAncestors } from './policy.ts';
import { presentAccess } from './present.ts';
import { withTags } from './tags/with-tags.ts';
import { withPictures } from './with-pictures.ts';

type NotFound = { readonly code: 'node_not_found' };

export async function getNode(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<NodeView, NotFound> {
  const access = await findNode(services.db, { actor, now: services.clock.now() }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const node = presentAccess(access);
  const [shown = node] = await withTags(services.db, actor.id, await withPictures(services.db, [node]));
  return ok(shown);
}

/** The path from the root, or from the shared item, to the node. Leaves out folders that the actor may not see. */
export async function getPath(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<NodePath, NotFound> {
  const asking = { actor, now: services.clock.now() };
  const access = await findNode(services.db, asking, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const items = [...visibleAncestors(asking, access), access.node].map((node) => ({
    id: NodeId.parse(node.id),
    name: node.name,
    kind: node.kind,
  }));
  return ok({ items });
}
