import type { Tx } from '../../platform/db/db.ts';
import { findNode } from '../files/index.ts';
import { seesOthers } from '../sharing/index.ts';
import type { Commenting } from './in-commented-node.ts';
import { listCommenters } from './store/comments.ts';

/**
 * Those of the people who may be mentioned, because they see the item. An author who may not learn who else sees it can
 * mention only people of the discussion.
 */
export async function keepMentionable(
  tx: Tx,
  { access, at, now }: Commenting,
  personIds: readonly string[],
): Promise<readonly string[]> {
  if (personIds.length === 0 || access.role === 'contributor') return [];
  const known = seesOthers({ access }) ? undefined : new Set(await listCommenters(tx, at));
  const kept: string[] = [];
  for (const id of new Set(personIds)) {
    const isKnown = known === undefined || known.has(id);
    if (isKnown && (await findNode(tx, { actor: { id }, now }, at.nodeId)) !== undefined) kept.push(id);
  }
  return kept;
}
