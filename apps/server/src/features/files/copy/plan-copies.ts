import { type ErrorCode, nameKey } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import { freeName } from '../free-name.ts';
import type { Naming, NodeAccess, NodeRow } from '../model.ts';
import {
  type ConflictResolution,
  isSkipped,
  isUndecided,
  judgeTaken,
  mayReplace,
} from '../move/judge-taken.ts';
import { listChildrenByKey } from '../store/nodes.ts';

export interface Copying extends Naming {
  readonly tx: Tx;
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly target: NodeAccess;
  readonly ids: ReadonlySet<string>;
  /** Copies made by earlier steps of the same job. Later copies must not replace them. */
  readonly own?: ReadonlySet<string>;
}

export interface Planned {
  readonly access: NodeAccess;
  readonly name: string;
  readonly replaced?: NodeRow;
}

export interface Refused {
  readonly node: NodeRow;
  readonly role: NodeAccess['role'];
  readonly code: ErrorCode;
  readonly existing?: NodeRow;
  readonly mayReplace?: boolean;
  /** Whether the person has to decide what happens to the name. */
  readonly isUndecided?: boolean;
}

/**
 * Chooses the name of each copy; writes nothing. Free names come first, so that no numbered name takes the name of
 * another copy.
 */
export async function planCopies(
  copying: Copying,
  accesses: readonly NodeAccess[],
): Promise<{ readonly planned: readonly Planned[]; readonly refused: readonly Refused[] }> {
  const { tx, target, now } = copying;
  const place = { spaceId: target.node.space_id, parentId: target.node.id };
  const slots = accesses.map(({ node }) => ({ ...place, nameKey: node.name_key }));
  const children = await listChildrenByKey(tx, place.spaceId, slots);
  const byKey = new Map(children.map((child) => [child.name_key, child]));
  const planned: Planned[] = [];
  const refused: Refused[] = [];
  const keys = new Set<string>();
  const firstOf = new Map(accesses.toReversed().map(({ node }) => [node.name_key, node.id]));
  const isFree = ({ node }: NodeAccess): boolean =>
    firstOf.get(node.name_key) === node.id && !byKey.has(node.name_key);
  const { free = [], taken = [] } = Object.groupBy(accesses, (access) => (isFree(access) ? 'free' : 'taken'));
  for (const access of [...free, ...taken]) {
    const { node } = access;
    const existing = byKey.get(node.name_key);
    const isOwn = existing !== undefined && copying.own?.has(existing.id) === true;
    const resolution =
      keys.has(node.name_key) || isOwn ? besideOwn(copying, node) : resolveConflict(copying, node, existing);
    if (typeof resolution === 'object') {
      const about =
        existing === undefined ? {} : { existing, mayReplace: isReplaceable(copying, node, existing) };
      refused.push({
        node,
        role: access.role,
        ...resolution,
        ...about,
        isUndecided: isUndecided(resolution, node, copying),
      });
      continue;
    }
    const name =
      resolution === 'numbered'
        ? await freeName(tx, { ...place, name: node.name, now, besides: keys })
        : node.name;
    keys.add(nameKey(name));
    planned.push({
      access,
      name,
      ...(resolution === 'replaced' && existing !== undefined ? { replaced: existing } : {}),
    });
  }
  return { planned, refused };
}

/** For an item that would replace another copy of the same call or job, which is not allowed. */
function besideOwn(copying: Copying, node: NodeRow): ConflictResolution {
  return isSkipped(copying, node) ? { code: 'name_taken' } : 'numbered';
}

/** What happens if the name is taken. A copy next to its original always gets a number. */
function resolveConflict(
  { actor, now, target, conflict, decisions, inside, ids }: Copying,
  node: NodeRow,
  existing: NodeRow | undefined,
): ConflictResolution | 'free' {
  if (existing === undefined) return 'free';
  if (existing.id === node.id) return 'numbered';
  return judgeTaken({ actor, now, role: target.role }, { node, existing, conflict, decisions, inside, ids });
}

function isReplaceable({ actor, now, target, ids }: Copying, node: NodeRow, existing: NodeRow): boolean {
  return mayReplace({ actor, now, role: target.role }, { node, existing, ids });
}
