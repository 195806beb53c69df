import { presentRole } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { findNode } from '../files/index.ts';
import { mayShare } from '../sharing/index.ts';

/** Those who were told of a request and may not answer it any more. They keep what they were told. */
export async function listWithoutSay(
  tx: Tx,
  asked: { readonly told: readonly string[]; readonly nodeId: string; readonly now: Date },
): Promise<readonly string[]> {
  const { told, nodeId, now } = asked;
  const without: string[] = [];
  for (const id of told) {
    const access = await findNode(tx, { actor: { id }, now }, nodeId);
    if (access === undefined || !mayShare(presentRole(access.role))) without.push(id);
  }
  return without;
}
