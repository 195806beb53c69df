import type { SearchQuery } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import type { FilesFailure } from '../model.ts';
import { findNode } from '../node-access.ts';
import { onlyMadeBy } from '../policy.ts';
import { readBelow, type Within } from '../store/find/within.ts';

/** Finds the folder that the search is limited to. Undefined if it is not limited. */
export async function findWithin(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: { readonly id: string },
  { folder: folderId, trash }: Pick<SearchQuery, 'folder' | 'trash'>,
): Outcome<Within | undefined, FilesFailure> {
  if (folderId === undefined) return ok(undefined);
  const access = await findNode(db, { actor, now: clock.now() }, folderId);
  if (access === undefined || access.node.kind !== 'folder') return err({ code: 'node_not_found' });
  const { space_id: spaceId, parent_id: parentId } = access.node;
  const below = parentId === null ? undefined : await readBelow(db, { spaceId, folderId, trash });
  return ok({ spaceId, seesAll: onlyMadeBy(access.role, actor) === undefined, below });
}
