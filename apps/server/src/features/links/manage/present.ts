import { LinkId, NodeId, type PublicLink, SpaceId } from '@coffer/contracts';
import type { NodeRow } from '../../files/index.ts';
import type { LinkRow } from '../model.ts';
import { endOf } from '../policy.ts';
import type { RequestViews } from '../requests/request-views.ts';

export function presentLink(
  link: LinkRow,
  asking: {
    readonly actor: { readonly id: string };
    readonly now: Date;
    readonly node: NodeRow | undefined;
    readonly requests: RequestViews;
  },
): PublicLink {
  const { actor, node, now, requests } = asking;
  const request = requests.get(link.id);
  const end =
    endOf(link, now) ?? (link.kind === 'request' && request?.isFull === true ? 'exhausted' : undefined);
  return {
    id: LinkId.parse(link.id),
    kind: link.kind,
    state: end ?? (node === undefined ? 'unavailable' : 'active'),
    spaceId: SpaceId.parse(link.space_id),
    nodeId: NodeId.parse(link.node_id),
    node:
      node === undefined
        ? null
        : {
            name: node.name,
            kind: node.kind,
            parentId: node.parent_id === null ? null : NodeId.parse(node.parent_id),
          },
    label: link.label,
    hasPassword: link.password_hash !== null,
    expiresAt: link.expires_at.toISOString(),
    downloadsMax: link.downloads_max,
    downloads: link.downloads,
    bytesMax: link.bytes_max,
    bytes: link.bytes,
    request: request?.view ?? null,
    visits: link.visits,
    lastVisitAt: link.last_visit_at === null ? null : link.last_visit_at.toISOString(),
    createdAt: link.created_at.toISOString(),
    createdBy: { name: link.creator_name, isYou: link.created_by === actor.id },
    revision: link.revision,
  };
}
