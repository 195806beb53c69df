import { assert, defined } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { changeUse } from '../spaces/index.ts';
import { type BlobState, chargeChange, mayBecome, settledAt } from './model.ts';
import { type BlobFacts, insertBlob, lockBlob, type NewBlob, updateBlob } from './store.ts';

/** Enters an object into the ledger, before the store is asked for it. The space is locked and has the room. */
export async function enterBlob(tx: Tx, blob: NewBlob): Promise<void> {
  await insertBlob(tx, blob);
  const change = chargeChange(undefined, 'intended', blob.sizeBytes);
  await changeUse(tx, { spaceId: blob.spaceId, ...change, now: blob.now });
}

interface Move {
  readonly blobId: string;
  readonly to: BlobState;
  readonly now: Date;
  readonly facts?: BlobFacts;
  /** For `quarantined`: not deleted before; default: as soon as no address can bring it back. */
  readonly deleteAfter?: Date;
  /** For `deleted`: when it is looked for once more. */
  readonly lastLookAt?: Date;
}

/**
 * Moves an object from one state to another and its size from one figure of the space to another. The space is locked. The only
 * way in which either changes.
 */
export async function moveBlob(tx: Tx, move: Move): Promise<void> {
  const { to, now } = move;
  const blob = defined(await lockBlob(tx, move.blobId), 'objects are never taken out of the ledger');
  assert(mayBecome(blob.state, to), `an object that is ${blob.state} can become ${to}`);
  await updateBlob(tx, blob.id, {
    ...move.facts,
    state: to,
    delete_after: to === 'quarantined' ? latest(move.deleteAfter ?? now, settledAt(blob.urls_until)) : null,
    ...(to === 'deleted' ? { last_look_at: move.lastLookAt ?? null } : {}),
    updated_at: now,
  });
  await changeUse(tx, {
    spaceId: blob.space_id,
    ...chargeChange(blob.state, to, blob.size_bytes),
    now,
  });
}

function latest(one: Date, other: Date | undefined): Date {
  return other !== undefined && other > one ? other : one;
}
