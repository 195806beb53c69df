import { type ErrorCode, type HeldRole, type InsideRule, isAtLeast } from '@coffer/contracts';
import type { Conflict, Naming, NodeAccess, NodeRow } from '../model.ts';
import { may, NEEDED_ROLE, onlyMadeBy } from '../policy.ts';

interface Taken extends Naming {
  readonly node: NodeRow;
  /** The item in the target that has the name. */
  readonly existing: NodeRow;
  /** All nodes of the call. None of them may replace another. */
  readonly ids: ReadonlySet<string>;
  /** Whether both are folders and the person may merge the first into the second. */
  readonly mayMerge?: boolean;
}

interface Asking {
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly role: HeldRole;
}

/**
 * `numbered`: the item gets a free name; `replaced`: the existing file goes to the trash; `merged`: the item's content
 * moves to the existing folder.
 */
export type ConflictResolution = 'numbered' | 'replaced' | 'merged' | { readonly code: ErrorCode };

export function judgeTaken(asking: Asking, taken: Taken): ConflictResolution {
  const { node, existing, ids, mayMerge = false } = taken;
  const conflict = conflictOf(taken);
  // An error would reveal an item that the person may not see.
  if (conflict === 'rename' || !may(asking, 'see', existing)) return 'numbered';
  if (conflict === 'merge') return mayMerge ? 'merged' : 'numbered';
  // Another item of the same call took the name first.
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
  // Replaces only the item that the person has seen.
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

/**
 * Whether the person may merge the folders. Requires full sight of both, so that no hidden item is moved or conflicts.
 */
export function isMergeable(asking: Asking, access: NodeAccess, existing: NodeRow): boolean {
  const isAround = access.ancestors.some(({ id }) => id === existing.id);
  return !isAround && isEditor(access.role) && isCopyMergeable(asking, access, existing);
}

/**
 * Like `isMergeable`, for a copy. The question tells how many items the folder has, so people who see only part of it
 * may not merge.
 */
export function isCopyMergeable(
  asking: Asking,
  { node, role }: Pick<NodeAccess, 'node' | 'role'>,
  existing: NodeRow,
): boolean {
  const areFolders = node.kind === 'folder' && existing.kind === 'folder';
  const seesAll = onlyMadeBy(role, asking.actor) === undefined;
  return areFolders && node.id !== existing.id && seesAll && isEditor(asking.role);
}

/** False for people who may add and see everything in a folder, but change only their own items. */
export function isEditor(role: HeldRole): boolean {
  return role !== 'contributing_viewer' && isAtLeast(role, NEEDED_ROLE.change);
}

export function isSkipped({ decisions }: Naming, { id }: NodeRow): boolean {
  return decisions?.get(id)?.conflict === 'skip';
}

export function mayReplace(asking: Asking, taken: Omit<Taken, keyof Naming>): boolean {
  return judgeTaken(asking, { ...taken, conflict: 'replace' }) === 'replaced';
}

/** Whether the person has to decide, because they did not decide yet or the item has changed since. */
export function isUndecided(
  resolution: ConflictResolution,
  node: NodeRow,
  naming: Naming,
): resolution is { readonly code: ErrorCode } {
  if (typeof resolution !== 'object' || isSkipped(naming, node)) return false;
  return resolution.code === 'name_taken' || resolution.code === 'changed_since';
}
