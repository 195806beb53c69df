import {
  type ChildrenQuery,
  NodeId,
  type NodePath,
  type OperationResponse,
  SearchQuery,
  type Viewing,
  type ViewingPage,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { listChildren, search, visibleAncestors } from '../files/index.ts';
import { isCounted } from '../links/index.ts';
import { listViewed, type Needs, openViewing, presentViewing } from './open-viewing.ts';

export async function getViewing(
  services: Needs,
  actor: Actor,
  viewingId: string,
): Outcome<Viewing, Failure> {
  const opened = await openViewing(services, actor, viewingId);
  return opened.ok ? ok(await presentViewing(services.db, opened.value)) : opened;
}

interface ViewedNode {
  readonly viewingId: string;
  readonly nodeId: NodeId;
}

export async function listViewedChildren(
  services: Needs,
  actor: Actor,
  { viewingId, nodeId, query }: ViewedNode & { readonly query: ChildrenQuery },
): Outcome<ViewingPage, Failure> {
  const opened = await openViewing(services, actor, viewingId);
  if (!opened.ok) return opened;
  const { subject } = opened.value;
  if (!(await listViewed(services.db, opened.value, [nodeId])).has(nodeId))
    return err({ code: 'node_not_found' });
  const reader = subject.as === 'link' ? subject.link.created_by : subject.id;
  const showsPictures = subject.as === 'person' || !isCounted(subject.link);
  const page = await listChildren(services, { id: reader }, { nodeId, query, showsPictures });
  if (!page.ok) return page;
  const { items, total, next } = page.value;
  return ok({ items, total, next });
}

export async function getViewedPath(
  services: Needs,
  actor: Actor,
  { viewingId, nodeId }: ViewedNode,
): Outcome<NodePath, Failure> {
  const opened = await openViewing(services, actor, viewingId);
  if (!opened.ok) return opened;
  const { subject, now } = opened.value;
  const access = (await listViewed(services.db, opened.value, [nodeId])).get(nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const { node, ancestors } = access;
  const above =
    subject.as === 'link'
      ? ancestors
          .slice(ancestors.findIndex(({ id }) => id === subject.link.node_id))
          .filter(() => node.id !== subject.link.node_id)
      : visibleAncestors({ actor: { id: subject.id }, now }, access);
  return ok({
    items: [...above, node].map(({ id, name, kind }) => ({ id: NodeId.parse(id), name, kind })),
  });
}

const HITS_MAX = 50;

/** Searches as the viewed person, in this space only. The page of a public link has no search, so nothing is found. */
export async function searchViewed(
  services: Needs,
  actor: Actor,
  { viewingId, q }: { readonly viewingId: string; readonly q: string },
): Outcome<OperationResponse<'searchViewed'>, Failure> {
  const opened = await openViewing(services, actor, viewingId);
  if (!opened.ok) return opened;
  const { row, subject } = opened.value;
  if (subject.as === 'link') return ok({ items: [], total: 0 });
  const query = SearchQuery.parse({ q, space: row.space_id, limit: String(HITS_MAX) });
  const found = await search(services, { id: subject.id }, query);
  if (!found.ok) return found;
  const { items, total } = found.value;
  const seen = await listViewed(
    services.db,
    opened.value,
    items.map(({ node }) => node.id),
  );
  const shown = items.filter(({ node }) => seen.has(node.id));
  return ok({ items: shown.map(({ node, path }) => ({ node, path })), total });
}
