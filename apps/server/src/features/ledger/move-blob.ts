import { assert, defined } from '@coffer/kit';
import type { Tx } from '../../platform/db/db.ts';
import { changeUse } from '../spaces/index.ts';
import { type BlobState, chargeChange, mayBecome, settledAt } from './model.ts';
import {
  type BlobChange,
  type BlobFacts,
  type BlobRow,
  insertBlobs,
  lockBlobs,
  type NewBlob,
  updateBlobs,
} from './store/blobs.ts';

/** Adds entries before the first request to the store. Requires the space lock and enough quota. */
export async function addBlobs(
  tx: Tx,
  entry: { readonly spaceId: string; readonly now: Date; readonly blobs: readonly NewBlob[] },
): Promise<void> {
  if (entry.blobs.length === 0) return;
  await insertBlobs(tx, entry);
  const sizeBytes = entry.blobs.reduce((sum, blob) => sum + blob.sizeBytes, 0);
  const change = chargeChange(undefined, { state: 'intended', isPurged: false }, sizeBytes);
  await changeUse(tx, { spaceId: entry.spaceId, ...change, now: entry.now });
}

interface Move {
  readonly blobId: string;
  readonly to: BlobState;
  readonly facts?: BlobFacts;
  /** For `quarantined`: the earliest deletion. Default: when no presigned URL can recreate the object. */
  readonly deleteAfter?: Date;
  /** For `deleted`: when to check the store again. */
  readonly lastLookAt?: Date;
  /** For `unreferenced`: whether to free the quota before the store has deleted the object. */
  readonly isPurged?: boolean;
}

/** Changes states and quota figures; no other code does. Requires the space lock, and each object at most once. */
export async function moveBlobs(
  tx: Tx,
  { moves, now }: { readonly moves: readonly Move[]; readonly now: Date },
): Promise<void> {
  if (moves.length === 0) return;
  const blobs = await lockBlobs(
    tx,
    moves.map((move) => move.blobId),
  );
  const byId = new Map(blobs.map((blob) => [blob.id, blob]));
  const total = { usedBytes: 0, reservedBytes: 0, heldBytes: 0, purgedBytes: 0 };
  const changes = moves.map((move): BlobChange => {
    const blob = defined(byId.get(move.blobId), 'an object is not in the ledger');
    assert(mayBecome(blob.state, move.to), `an object cannot go from ${blob.state} to ${move.to}`);
    const wasPurged = blob.purged_at !== null;
    const isPurged = move.isPurged ?? (wasPurged && move.to !== 'referenced');
    const change = chargeChange(
      { state: blob.state, isPurged: wasPurged },
      { state: move.to, isPurged },
      blob.size_bytes,
    );
    total.usedBytes += change.usedBytes;
    total.reservedBytes += change.reservedBytes;
    total.heldBytes += change.heldBytes;
    total.purgedBytes += change.purgedBytes;
    return { ...changeOf(blob, move, now), purged_at: isPurged ? (blob.purged_at ?? now) : null };
  });
  await updateBlobs(tx, changes, now);
  const spaceId = defined(blobs[0], 'no object was found').space_id;
  assert(
    blobs.length === moves.length && blobs.every((blob) => blob.space_id === spaceId),
    'the objects are not distinct, or not of one space',
  );
  await changeUse(tx, { spaceId, ...total, now });
}

export async function moveBlob(tx: Tx, move: Move & { readonly now: Date }): Promise<void> {
  await moveBlobs(tx, { moves: [move], now: move.now });
}

function changeOf(blob: BlobRow, move: Move, now: Date): Omit<BlobChange, 'purged_at'> {
  const { to } = move;
  return {
    ...move.facts,
    id: blob.id,
    state: to,
    delete_after: to === 'quarantined' ? latest(move.deleteAfter ?? now, settledAt(blob.urls_until)) : null,
    ...(to === 'deleted' ? { last_look_at: move.lastLookAt ?? null } : {}),
  };
}

function latest(one: Date, other: Date | undefined): Date {
  return other !== undefined && other > one ? other : one;
}
