import { type ErrorCode, type HeldRole, type InsideRule, isAtLeast } from '@coffer/contracts';
import type { Conflict, Naming, NodeAccess, NodeRow } from '../model.ts';
import { may, NEEDED_ROLE, onlyMadeBy } from '../policy.ts';

interface Taken extends Naming {
  readonly node: NodeRow;
  /** The item with this name in the target. */
  readonly existing: NodeRow;
  /** All nodes of the call, which must not replace each other. */
  readonly ids: ReadonlySet<string>;
  /** Whether the two are folders of which the person may merge one into the other. */
  readonly mayMerge?: boolean;
}

interface Asking {
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly role: HeldRole;
}

/** `numbered`: the item gets a free name. `replaced`: the existing file goes to the trash. `merged`: its content goes into the existing folder. */
export type ConflictResolution = 'numbered' | 'replaced' | 'merged' | { readonly code: ErrorCode };

export function judgeTaken(asking: Asking, taken: Taken): ConflictResolution {
  const { node, existing, ids, mayMerge = false } = taken;
  const conflict = conflictOf(taken);
  // A number avoids revealing an item that the person may not see.
  if (conflict === 'rename' || !may(asking, 'see', existing)) return 'numbered';
  if (conflict === 'merge') return mayMerge ? 'merged' : 'numbered';
  // An item of the same call, which came first.
  if (conflict === 'outdated' && ids.has(existing.id)) return 'numbered';
  if (conflict === 'outdated') return { code: 'changed_since' };
  if (conflict === 'fail' || ids.has(existing.id)) return { code: 'name_taken' };
  if (node.kind === 'folder' || existing.kind === 'folder') {
    return conflict === 'replace_files' ? 'numbered' : { code: 'folder_not_replaced' };
  }
  return may(asking, 'change', existing) ? 'replaced' : { code: 'not_allowed' };
}

const CONFLICTS = { rename: 'rename', replace: 'replace', skip: 'fail', merge: 'merge' } as const;

function conflictOf(taken: Taken): Conflict | 'merge' | 'outdated' {
  const { node, existing, conflict, decisions, inside } = taken;
  if (inside !== undefined) return ruleInside(inside, taken);
  const decision = decisions?.get(node.id);
  if (decision === undefined) return conflict;
  const { id: seenId, revision } = decision.existing;
  if (decision.conflict === 'merge') return existing.id === seenId ? 'merge' : 'outdated';
  // Only what the person has seen is replaced.
  const isAsSeen = existing.id === seenId && existing.revision === revision;
  return decision.conflict === 'replace' && !isAsSeen ? 'outdated' : CONFLICTS[decision.conflict];
}

function ruleInside(inside: InsideRule, { node, existing }: Taken): Conflict | 'merge' {
  if (node.kind === 'folder' && existing.kind === 'folder') return 'merge';
  if (inside === 'skip') return 'fail';
  if (inside === 'rename' || node.kind !== existing.kind) return 'rename';
  if (inside === 'replace') return 'replace';
  return node.modified_at > existing.modified_at ? 'replace' : 'fail';
}

/** Both sides in full: what is hidden from a contributor is neither moved nor met. */
export function isMergeable(asking: Asking, access: NodeAccess, existing: NodeRow): boolean {
  const isAround = access.ancestors.some(({ id }) => id === existing.id);
  return !isAround && isEditor(access.role) && isCopyMergeable(asking, access, existing);
}

/** The question tells how much lies in the folder, so whoever sees only part of it is not asked. */
export function isCopyMergeable(
  asking: Asking,
  { node, role }: Pick<NodeAccess, 'node' | 'role'>,
  existing: NodeRow,
): boolean {
  const areFolders = node.kind === 'folder' && existing.kind === 'folder';
  const seesAll = onlyMadeBy(role, asking.actor) === undefined;
  return areFolders && node.id !== existing.id && seesAll && isEditor(asking.role);
}

function isEditor(role: HeldRole): boolean {
  return role !== 'contributing_viewer' && isAtLeast(role, NEEDED_ROLE.change);
}

export function isSkipped({ decisions }: Naming, { id }: NodeRow): boolean {
  return decisions?.get(id)?.conflict === 'skip';
}

export function mayReplace(asking: Asking, taken: Omit<Taken, keyof Naming>): boolean {
  return judgeTaken(asking, { ...taken, conflict: 'replace' }) === 'replaced';
}

/** The person has to decide, and has not yet, or about something else. */
export function isUndecided(
  resolution: ConflictResolution,
  node: NodeRow,
  naming: Naming,
): resolution is { readonly code: ErrorCode } {
  if (typeof resolution !== 'object' || isSkipped(naming, node)) return false;
  return resolution.code === 'name_taken' || resolution.code === 'changed_since';
}
