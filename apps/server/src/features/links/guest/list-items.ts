import {
  type ChildrenQuery,
  type GuestPage,
  NodeId,
  type NodePath,
  type TreePage,
  type TreeRequest,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { listChildren, listTree } from '../../files/index.ts';
import { isCounted } from '../model.ts';
import { findNodeInLink, findInLink, type Guest, type GuestNeeds, openShareOf } from './open-link.ts';
import { presentGuestNode } from './present.ts';

export async function listGuestChildren(
  services: GuestNeeds,
  guest: Guest,
  input: { readonly nodeId: NodeId; readonly query: ChildrenQuery },
): Outcome<GuestPage, Failure> {
  const found = await findNodeInLink(services, guest, input.nodeId);
  if (!found.ok) return found;
  const { link } = found.value;
  const showsPictures = !isCounted(link);
  const page = await listChildren(services, { id: link.created_by }, { ...input, showsPictures });
  if (!page.ok) return page;
  const { items, total, next } = page.value;
  return ok({ items: items.map(presentGuestNode), total, next });
}

/** The path from the link's root to the requested node. */
export async function getGuestPath(
  services: GuestNeeds,
  guest: Guest,
  nodeId: NodeId,
): Outcome<NodePath, Failure> {
  const found = await findNodeInLink(services, guest, nodeId);
  if (!found.ok) return found;
  const { link, found: access } = found.value;
  const path = [...access.ancestors, access.node];
  const start = path.findIndex((node) => node.id === link.node_id);
  return ok({
    items: path.slice(start).map(({ id, name, kind }) => ({ id: NodeId.parse(id), name, kind })),
  });
}

/** Lists folders of the link. A folder outside the link fails the call. */
export async function listGuestTree(
  services: GuestNeeds,
  guest: Guest,
  request: TreeRequest,
): Outcome<TreePage, Failure> {
  const opened = await openShareOf(services, guest);
  if (!opened.ok) return opened;
  const { link } = opened.value;
  const folders = await findInLink(services.db, opened.value, request.ids);
  if (request.ids.some((id) => !folders.has(id))) return err({ code: 'node_not_found' });
  return await listTree(services, { id: link.created_by }, request);
}
