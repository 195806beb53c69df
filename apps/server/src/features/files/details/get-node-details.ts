import type { NodeDetails, NodeId, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { findNode } from '../node-access.ts';
import { findAuthors } from '../store/authors.ts';
import { findVersionRow } from '../store/versions.ts';
import { guestIn, orGuest, presentAuthor } from './present-author.ts';

export async function getNodeDetails(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<NodeDetails, { readonly code: 'node_not_found' }> {
  const { db } = services;
  const access = await findNode(db, { actor, now: services.clock.now() }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const { node, role } = access;
  const { space_id: spaceId, current_version_id: id } = node;
  const version = id === null ? undefined : await findVersionRow(db, { spaceId, nodeId: node.id, id });
  const people = [node.created_by, ...(version === undefined ? [] : [version.author_id])];
  const authors = await findAuthors(db, people);
  const viewer = { id: actor.id, role };
  return ok({
    createdAt: node.created_at.toISOString(),
    createdBy: presentAuthor(viewer, node.created_by, authors),
    version:
      version === undefined
        ? null
        : {
            number: version.number,
            createdAt: version.created_at.toISOString(),
            author: orGuest(
              presentAuthor(viewer, version.author_id, authors),
              guestIn(version.guest_name, version.link_label),
            ),
          },
  });
}
