import { isAtLeast, presentRole, type SpaceRole, type HeldRole } from '@coffer/contracts';
import { HOUR_MS } from '@coffer/kit';
import type { NodeAccess, NodeRow, PlacedNode } from './model.ts';

/**
 * What a person does with a node. `add` puts something into it; `change` renames, trashes or replaces it; `purge`
 * deletes it permanently.
 */
export type Verb = 'see' | 'add' | 'change' | 'purge';

const CONTRIBUTOR_CHANGE_MS = 24 * HOUR_MS;

/** The minimum role for every node of a space. A contributor has fewer rights. */
export const NEEDED_ROLE = {
  see: 'viewer',
  add: 'contributor',
  change: 'editor',
  purge: 'manager',
} as const satisfies Record<Verb, SpaceRole>;

interface Person {
  readonly actor: { readonly id: string };
  readonly now: Date;
}

interface Asking extends Person {
  readonly role: HeldRole;
}

/**
 * Whether the role allows the action. Contributors see the root and their own nodes, and may change those for a day.
 */
export function may(asking: Asking, verb: Verb, node: NodeRow): boolean {
  if (asking.role === 'contributing_viewer') return verb === 'see' || mayContributor(asking, verb, node);
  if (asking.role === 'contributor') return mayContributor(asking, verb, node);
  return isAtLeast(asking.role, NEEDED_ROLE[verb]);
}

function mayContributor(asking: Asking, verb: Verb, node: NodeRow): boolean {
  const isOwn = node.created_by === asking.actor.id;
  switch (verb) {
    case 'see':
    case 'add':
      return isOwn || node.parent_id === null;
    case 'change':
      return isOwn && asking.now.getTime() - node.created_at.getTime() < CONTRIBUTOR_CHANGE_MS;
    case 'purge':
      return false;
  }
}

/**
 * Whether the person may change the name and place of the node, which the role on its folder decides. False for an item
 * shared directly.
 */
export function mayChangeEntry(person: Person, verb: 'change' | 'purge', access: NodeAccess): boolean {
  const role = access.ancestors.at(-1)?.role;
  return role !== undefined && may({ ...person, role }, verb, access.node);
}

/** The highest folder on which the actor's role may change the node. The node may move only within it. */
export function changeableRoot(person: Person, { node, ancestors }: NodeAccess): PlacedNode | undefined {
  return ancestors.find(({ role }) => role !== undefined && may({ ...person, role }, 'change', node));
}

/** The folders above that the actor may see, from the outermost one to the parent. */
export function visibleAncestors(person: Person, { ancestors }: NodeAccess): readonly PlacedNode[] {
  return ancestors.filter((folder) => {
    const { role } = folder;
    return role !== undefined && may({ ...person, role }, 'see', folder);
  });
}

/** The creator whose nodes the actor is limited to. Undefined if the actor may see all nodes. */
export function onlyMadeBy(role: HeldRole, actor: { readonly id: string }): string | undefined {
  return role === 'contributor' ? actor.id : undefined;
}

/** Whether the person may learn who else has access: managers, and members who see the whole space. */
export function knowsOthers(access: NodeAccess): boolean {
  if (isAtLeast(presentRole(access.role), 'manager')) return true;
  const inSpace = roleInSpace(access);
  return inSpace !== undefined && inSpace !== 'contributor' && inSpace !== 'contributing_viewer';
}

/**
 * Whether the person may learn of the links, which requires the same role in the space as creating links. A role on the
 * node alone does not count.
 */
export function knowsLinks(access: NodeAccess): boolean {
  const inSpace = roleInSpace(access);
  return inSpace !== undefined && isAtLeast(presentRole(inSpace), 'editor');
}

/** The person's role in the space itself. Undefined if they have roles only on some items. */
export function roleInSpace({ node, ancestors, role }: NodeAccess): HeldRole | undefined {
  return ancestors[0]?.role ?? (node.parent_id === null ? role : undefined);
}
