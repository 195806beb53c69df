import { type ErrorCode, LIMITS } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import { isSpaceOnHold } from '../../spaces/index.ts';
import type { NodeAccess } from '../model.ts';
import { changeableRoot, mayChangeEntry } from '../policy.ts';
import { countLevels } from '../store/levels.ts';
import { isEditor } from './judge-taken.ts';

export interface Move {
  readonly tx: Tx;
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly target: NodeAccess;
}

/** The error if the node may not move to the target. Undefined otherwise, also if its name is taken there. */
export async function judgeMove(move: Move, access: NodeAccess): Promise<ErrorCode | undefined> {
  const { actor, now, target } = move;
  const { node } = access;
  if (!mayChangeEntry({ actor, now }, 'change', access)) return 'not_allowed';
  if (node.space_id !== target.node.space_id) return await judgeLeaving(move, access);
  const root = changeableRoot({ actor, now }, access);
  if (![...target.ancestors, target.node].some(({ id }) => id === root?.id)) return 'outside_share';
  if (node.kind === 'file') return undefined;
  if ([...target.ancestors, target.node].some(({ id }) => id === node.id)) return 'move_into_itself';
  return (await isTooDeep(move, access)) ? 'too_deep' : undefined;
}

/** Counts the levels only if the stored number is too large, because that number may be outdated. */
async function isTooDeep({ tx, target }: Move, { node, ancestors }: NodeAccess): Promise<boolean> {
  const depth = target.ancestors.length + 1;
  if (depth <= ancestors.length || depth + node.levels_below <= LIMITS.depthMax) return false;
  return depth + (await countLevels(tx, node)) > LIMITS.depthMax;
}

/**
 * Checks a move to another space, which requires a role in the space itself that may change the whole node. No node
 * leaves a space on hold.
 */
async function judgeLeaving(move: Move, access: NodeAccess): Promise<ErrorCode | undefined> {
  const { tx, actor, now } = move;
  const { node, role } = access;
  if (node.parent_id === null) return 'not_allowed';
  if (changeableRoot({ actor, now }, access)?.parent_id !== null) return 'outside_share';
  const isFolder = node.kind === 'folder';
  if (isFolder && !isEditor(role)) return 'not_allowed';
  if (await isKeptIn(tx, node.space_id)) return 'under_hold';
  return isFolder && (await isTooDeep(move, access)) ? 'too_deep' : undefined;
}

const kept = new WeakMap<Tx, Map<string, boolean>>();

/** Whether the space is on hold. Read once per transaction, because it cannot change under the space lock. */
async function isKeptIn(tx: Tx, spaceId: string): Promise<boolean> {
  const answers = kept.get(tx) ?? new Map<string, boolean>();
  kept.set(tx, answers);
  const answer = answers.get(spaceId) ?? (await isSpaceOnHold(tx, spaceId));
  answers.set(spaceId, answer);
  return answer;
}
