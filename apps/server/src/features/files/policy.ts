import { isAtLeast, type SpaceRole } from '@coffer/contracts';
import { HOUR_MS } from '@coffer/kit';
import type { NodeRow } from './model.ts';

/** What a person wants to do with a node: `add` means to put something into it, `change` to rename, trash or replace it. */
export type Verb = 'see' | 'add' | 'change';

/** How long contributors may change what they handed in. */
const CONTRIBUTOR_CHANGE_MS = 24 * HOUR_MS;

/** The role that may do this to every node of a space. Contributors may do it to some. */
export const NEEDED_ROLE = {
  see: 'viewer',
  add: 'contributor',
  change: 'editor',
} as const satisfies Record<Verb, SpaceRole>;

interface Asking {
  readonly actor: { readonly id: string };
  readonly role: SpaceRole;
  readonly now: Date;
}

/**
 * Whether the role allows this. Contributors hand things in: they meet the root and what they made themselves, and change
 * that for a day.
 */
export function may(asking: Asking, verb: Verb, node: NodeRow): boolean {
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
  }
}

/** The person whose nodes alone a list may show; undefined when it may show all. */
export function onlyMadeBy(role: SpaceRole, actor: { readonly id: string }): string | undefined {
  return role === 'contributor' ? actor.id : undefined;
}
