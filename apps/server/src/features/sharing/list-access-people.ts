import {
  type AccessPeople,
  type AccessPeopleQuery,
  type HeldRole,
  LinkId,
  type LinkAccess,
  type NodeId,
  type Person,
  presentRole,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNode } from '../files/index.ts';
import { listLinksReaching, mayLink, mayRevoke } from '../links/index.ts';
import { roleIn } from '../spaces/index.ts';
import { folderOf, listReasonsOf, type Reading, presentPerson, seesOthers } from './list-access.ts';
import { mayShare } from './model.ts';
import { countReaching, listReaching } from './store/reach.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'settings'>;

/** Lists one page of the people with access to the node, with all reasons of each. */
export async function listAccessPeople(
  services: Needs,
  actor: Person,
  { nodeId, query }: { readonly nodeId: NodeId; readonly query: AccessPeopleQuery },
): Outcome<AccessPeople, { readonly code: 'node_not_found' }> {
  const { db } = services;
  const now = services.clock.now();
  const access = await findNode(db, { actor, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const reading = { actor, now, access };
  const isForAll = seesOthers(reading);
  const mayGive = mayShare(presentRole(access.role));
  if (!isForAll) {
    const items = presentPerson(await listReasonsOf(db, reading, [actor.id]));
    return ok({
      items: items.map((person) => ({ ...person, isYou: true })),
      total: 1,
      people: 1,
      mayShare: mayGive,
      maySeeAs: false,
      seesOthers: false,
      links: [],
    });
  }
  const { node, ancestors } = access;
  const place = {
    spaceId: node.space_id,
    nodeIds: [...ancestors, node].map(({ id }) => id),
    node,
    now,
    text: query.q ?? '',
  };
  const inSpace = await roleIn(db, node.space_id, actor.id);
  const [ids, counts, links] = await Promise.all([
    listReaching(db, { ...place, readerId: actor.id, at: query.at, limit: query.limit }),
    countReaching(db, place),
    linksFor(services, reading, inSpace),
  ]);
  const reasons = Map.groupBy(await listReasonsOf(db, reading, ids), (found) => found.user_id);
  return ok({
    ...counts,
    // Leaves out people who have lost access since the first query.
    items: ids
      .flatMap((id) => presentPerson(reasons.get(id) ?? []))
      .map((person) => ({ ...person, isYou: person.personId === actor.id })),
    mayShare: mayGive,
    maySeeAs: inSpace !== undefined && mayShare(presentRole(inSpace)),
    seesOthers: true,
    links,
  });
}

/** The links that open the node, for people who may see links in the space or decide about access to the node. */
async function linksFor(
  services: Needs,
  reading: Reading,
  inSpace: HeldRole | undefined,
): Promise<LinkAccess[]> {
  const { actor, access } = reading;
  const sees = (inSpace !== undefined && mayLink(inSpace)) || mayShare(presentRole(access.role));
  if (!sees) return [];
  const found = await listLinksReaching(services, access);
  return found.map(({ link, isUsedUp }) => {
    const isCreator = link.created_by === actor.id;
    return {
      linkId: LinkId.parse(link.id),
      kind: link.kind,
      label: link.label,
      hasPassword: link.password_hash !== null,
      expiresAt: link.expires_at.toISOString(),
      isUsedUp,
      createdBy: { name: link.creator_name, isYou: isCreator },
      createdAt: link.created_at.toISOString(),
      folder: folderOf(reading, link.node_id),
      mayRevoke: mayRevoke({ role: inSpace, isCreator }),
    };
  });
}
