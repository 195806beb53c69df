import { defined } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { copyBlobs } from '../../ledger/index.ts';
import type { NodeAccess } from '../model.ts';
import type { Asking } from '../node-access.ts';
import { roleInSpace } from '../policy.ts';
import { insertNodeCopies, insertVersionCopies, type NewCopy } from '../store/copy.ts';
import { mayMakeTags } from '../tags/present-tag.ts';
import { carryTags } from '../tags/store/node-tags.ts';

export interface CopyOfRow {
  readonly copy: NewCopy;
  /** The object of the original. Null for a folder. */
  readonly fromBlobId: string | null;
}

interface Inserting extends Asking {
  readonly fromSpaceId: string;
  readonly target: NodeAccess;
  readonly all: readonly CopyOfRow[];
}

/** Inserts copies of nodes of one space, with their current versions, objects and tags. */
export async function insertCopies(
  tx: Tx,
  { fromSpaceId, target, all, actor, now }: Inserting,
): Promise<void> {
  const spaceId = target.node.space_id;
  const copies = all.map(({ copy }) => copy);
  const insertion = { fromSpaceId, spaceId, by: actor.id, now, copies };
  await insertNodeCopies(tx, insertion);
  const blobs = all.flatMap(({ copy: { file }, fromBlobId }) =>
    file === undefined
      ? []
      : [{ id: file.blobId, fromId: defined(fromBlobId, 'a copied file has no object') }],
  );
  await copyBlobs(tx, { spaceId, now, copies: blobs });
  await insertVersionCopies(tx, insertion);
  const mayMake = mayMakeTags(roleInSpace(target));
  const carried = { fromSpaceId, toSpaceId: spaceId, pairs: copies, actorId: actor.id, mayMake, now };
  await carryTags(tx, carried);
}
