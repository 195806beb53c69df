import type { ErrorCode, HeldRole } from '@coffer/contracts';
import type { Conflict, NodeRow } from '../model.ts';
import { may } from '../policy.ts';

interface Taken {
  readonly node: NodeRow;
  /** The item with this name in the target. */
  readonly existing: NodeRow;
  readonly conflict: Conflict;
  /** All nodes of the call, which must not replace each other. */
  readonly ids: ReadonlySet<string>;
}

/** `numbered`: the item gets a free name. `replaced`: the existing file goes to the trash. */
export type ConflictResolution = 'numbered' | 'replaced' | { readonly code: ErrorCode };

export function judgeTaken(
  asking: { readonly actor: { readonly id: string }; readonly now: Date; readonly role: HeldRole },
  { node, existing, conflict, ids }: Taken,
): ConflictResolution {
  // A number avoids revealing an item that the person may not see.
  if (conflict === 'rename' || !may(asking, 'see', existing)) return 'numbered';
  if (conflict === 'fail' || ids.has(existing.id)) return { code: 'name_taken' };
  if (node.kind === 'folder' || existing.kind === 'folder') {
    return conflict === 'replace_files' ? 'numbered' : { code: 'folder_not_replaced' };
  }
  return may(asking, 'change', existing) ? 'replaced' : { code: 'not_allowed' };
}
