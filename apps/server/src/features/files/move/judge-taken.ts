import type { ErrorCode, HeldRole } from '@coffer/contracts';
import type { Conflict, Naming, NodeRow } from '../model.ts';
import { may } from '../policy.ts';

interface Taken extends Naming {
  readonly node: NodeRow;
  /** The item with this name in the target. */
  readonly existing: NodeRow;
  /** All nodes of the call, which must not replace each other. */
  readonly ids: ReadonlySet<string>;
}

interface Asking {
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly role: HeldRole;
}

/** `numbered`: the item gets a free name. `replaced`: the existing file goes to the trash. */
export type ConflictResolution = 'numbered' | 'replaced' | { readonly code: ErrorCode };

export function judgeTaken(asking: Asking, { node, existing, ids, ...naming }: Taken): ConflictResolution {
  const conflict = conflictOf(naming, node, existing);
  // A number avoids revealing an item that the person may not see.
  if (conflict === 'rename' || !may(asking, 'see', existing)) return 'numbered';
  // An item of the same call, which came first.
  if (conflict === 'outdated' && ids.has(existing.id)) return 'numbered';
  if (conflict === 'outdated') return { code: 'changed_since' };
  if (conflict === 'fail' || ids.has(existing.id)) return { code: 'name_taken' };
  if (node.kind === 'folder' || existing.kind === 'folder') {
    return conflict === 'replace_files' ? 'numbered' : { code: 'folder_not_replaced' };
  }
  return may(asking, 'change', existing) ? 'replaced' : { code: 'not_allowed' };
}

const CONFLICTS = { rename: 'rename', replace: 'replace', skip: 'fail' } as const;

function conflictOf(
  { conflict, decisions }: Naming,
  { id }: NodeRow,
  existing: NodeRow,
): Conflict | 'outdated' {
  const decision = decisions?.get(id);
  if (decision === undefined) return conflict;
  const { id: seenId, revision } = decision.existing;
  // Only what the person has seen is replaced.
  const isAsSeen = existing.id === seenId && existing.revision === revision;
  return decision.conflict === 'replace' && !isAsSeen ? 'outdated' : CONFLICTS[decision.conflict];
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
