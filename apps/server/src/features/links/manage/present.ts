import { LinkId, NodeId, type PublicLink, SpaceId } from '@coffer/contracts';
import type { NodeRow } from '../../files/index.ts';
import type { LinkRow } from '../model.ts';
import { endOf } from '../policy.ts';
import type { RequestViews } from '../requests/request-views.ts';

/** Presents a link to a person who manages it. `node` is undefined if they may not see it. */
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
  return {
    ...presentLinkFacts(link, { now, isThere: node !== undefined, requests }),
    node:
      node === undefined
        ? null
        : {
            name: node.name,
            kind: node.kind,
            parentId: node.parent_id === null ? null : NodeId.parse(node.parent_id),
          },
    request: requests.get(link.id)?.view ?? null,
    createdBy: { name: link.creator_name, isYou: link.created_by === actor.id },
  };
}

/** The fields for everybody who sees the link in a list. */
export function presentLinkFacts(
  link: LinkRow,
  asking: { readonly now: Date; readonly isThere: boolean; readonly requests: RequestViews },
): Omit<PublicLink, 'node' | 'request' | 'createdBy'> {
  const { now, isThere, requests } = asking;
  const isFull = link.kind === 'request' && requests.get(link.id)?.isFull === true;
  const end = endOf(link, now) ?? (isFull ? 'exhausted' : undefined);
  return {
    id: LinkId.parse(link.id),
    kind: link.kind,
    state: end ?? (isThere ? 'active' : 'unavailable'),
    spaceId: SpaceId.parse(link.space_id),
    nodeId: NodeId.parse(link.node_id),
    label: link.label,
    hasPassword: link.password_hash !== null,
    expiresAt: link.expires_at.toISOString(),
    downloadsMax: link.downloads_max,
    downloads: link.downloads,
    bytesMax: link.bytes_max,
    bytes: link.bytes,
    visits: link.visits,
    lastVisitAt: link.last_visit_at?.toISOString() ?? null,
    createdAt: link.created_at.toISOString(),
    revision: link.revision,
  };
}
