import {
  type HeldRole,
  isAtLeast,
  presentRole,
  SpaceId,
  type SpaceRole,
  type Viewing,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { findNode, findNodes, type NodeAccess, presentAccess } from '../files/index.ts';
import { findLinkToView, listInLink, type ViewableLink } from '../links/index.ts';
import { roleIn } from '../spaces/index.ts';
import {
  findViewedPerson,
  findViewedSpace,
  findViewing,
  listGrantedIds,
  type ViewedSpace,
  type ViewingRow,
} from './store/viewings.ts';

export type Needs = Pick<Services, 'clock' | 'db' | 'settings'>;

/** The role that may view as others. Managers see everything in the space, so this reveals nothing new to them. */
const ROLE_THAT_VIEWS = 'manager' satisfies SpaceRole;
const ROOTS_MAX = 1_000;

/** The person or link whose view is shown. A link has the rights of its creator, within its item. */
export type Subject =
  | { readonly as: 'person'; readonly id: string; readonly name: string }
  | { readonly as: 'link'; readonly id: string; readonly name: string; readonly link: ViewableLink };

export interface OpenViewing {
  readonly row: ViewingRow;
  readonly space: ViewedSpace;
  readonly subject: Subject;
  readonly now: Date;
}

export function mayView(role: HeldRole | undefined): boolean {
  return role !== undefined && isAtLeast(presentRole(role), ROLE_THAT_VIEWS);
}

/**
 * Opens a viewing, which is checked for every call: it ends with the session, with the manager's role, and with the
 * access of the viewed person or link.
 */
export async function openViewing(
  services: Needs,
  actor: Actor,
  viewingId: string,
): Outcome<OpenViewing, Failure> {
  const { db, clock } = services;
  const now = clock.now();
  const { sessionId, person } = actor;
  const row = await findViewing(db, { id: viewingId, sessionId, userId: person.id, now });
  if (row === undefined || !mayView(await roleIn(db, row.space_id, person.id))) {
    return err({ code: 'viewing_not_found' });
  }
  const subject = await findSubject(services, row);
  const space = await findViewedSpace(db, row.space_id);
  if (subject === undefined || space === undefined) return err({ code: 'viewing_not_found' });
  return ok({ row, space, subject, now });
}

export async function findSubject(
  services: Needs,
  { space_id: spaceId, person_id: personId, link_id: linkId }: Omit<ViewingRow, 'expires_at' | 'id'>,
): Promise<Subject | undefined> {
  if (personId !== null) {
    const person = await findViewedPerson(services.db, { spaceId, personId, now: services.clock.now() });
    return person && { as: 'person', id: personId, name: person.name };
  }
  const link = await findLinkToView(services, { spaceId, linkId: linkId ?? '' });
  return link && { as: 'link', id: link.id, name: link.label, link };
}

/**
 * Reads nodes by the normal policy, applied to the viewed person or link instead of the caller, and in this space only.
 */
export async function listViewed(
  db: Db | Tx,
  { row, subject, now }: OpenViewing,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NodeAccess>> {
  const found =
    subject.as === 'link'
      ? await listInLink(db, { link: subject.link, now }, ids)
      : await findNodes(db, { actor: { id: subject.id }, now }, ids);
  return new Map([...found].filter(([, { node }]) => node.space_id === row.space_id));
}

export async function presentViewing(db: Db | Tx, viewing: OpenViewing): Promise<Viewing> {
  const { row, space, subject } = viewing;
  return {
    id: row.id,
    spaceId: SpaceId.parse(row.space_id),
    spaceName: space.name,
    as: subject.as,
    name: subject.name,
    expiresAt: row.expires_at.toISOString(),
    roots: (await listRoots(db, viewing)).map((access) => ({
      ...presentAccess(access),
      parentId: null,
      // The root of a space keeps its original name.
      ...(access.node.parent_id === null && space.name !== null && { name: space.name }),
    })),
  };
}

/**
 * The top items of the view: the root, or items shared without their folder. Contributors get shared items in addition
 * to the few that they can list.
 */
async function listRoots(db: Db | Tx, viewing: OpenViewing): Promise<readonly NodeAccess[]> {
  const { row, space, subject, now } = viewing;
  if (subject.as === 'link') {
    return [...(await listViewed(db, viewing, [subject.link.node_id])).values()];
  }
  const root = await findNode(db, { actor: { id: subject.id }, now }, space.root_id);
  const asked = { spaceId: row.space_id, personId: subject.id, now, limit: ROOTS_MAX };
  const granted = await listViewed(db, viewing, await listGrantedIds(db, asked));
  const apart = [...granted.values()].filter(({ node, ancestors }) => {
    const above = ancestors.at(-1)?.role;
    return node.parent_id !== null && (above === undefined || above === 'contributor');
  });
  return [...(root === undefined ? [] : [root]), ...apart].toSorted(
    (one, other) =>
      Number(one.node.parent_id !== null) - Number(other.node.parent_id !== null) ||
      one.node.name_sort.localeCompare(other.node.name_sort),
  );
}
