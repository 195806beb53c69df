import { MINUTE_MS } from '@coffer/kit';
import { LIMITS } from '@coffer/contracts';

/** What the ledger knows of an object. */
export type BlobState =
  | 'intended'
  | 'stored'
  | 'verified'
  | 'referenced'
  | 'unreferenced'
  | 'quarantined'
  | 'deleted';

/** Which figure of its space an object is counted in. */
export type Charge = 'reserved' | 'used' | 'held';

/**
 * [Note: Every byte is counted] From the moment before its first address is signed until the store has said that it is gone, the
 * size of an object is in exactly one figure of its space, and the three together never pass the quota by an upload.
 */
const CHARGE = {
  intended: 'reserved',
  stored: 'reserved',
  verified: 'reserved',
  referenced: 'used',
  unreferenced: 'held',
  quarantined: 'held',
  deleted: undefined,
} as const satisfies Record<BlobState, Charge | undefined>;

const NEXT = {
  intended: ['stored', 'verified', 'referenced', 'quarantined', 'deleted'],
  stored: ['verified', 'referenced', 'quarantined'],
  verified: ['stored', 'referenced', 'quarantined'],
  referenced: ['unreferenced'],
  unreferenced: ['referenced', 'quarantined'],
  // Never back: while the store is being told to delete an object, nobody may begin to rely on it.
  quarantined: ['deleted'],
  deleted: ['quarantined'],
} as const satisfies Record<BlobState, readonly BlobState[]>;

/** True when an object may change so; staying as it is, it always may. */
export function mayBecome(from: BlobState, to: BlobState): boolean {
  const next: readonly BlobState[] = NEXT[from];
  return from === to || next.includes(to);
}

interface Change {
  readonly usedBytes: number;
  readonly reservedBytes: number;
  readonly heldBytes: number;
}

/** What a change of state does to the figures of the space. `from` undefined: the object is new. */
export function chargeChange(from: BlobState | undefined, to: BlobState, sizeBytes: number): Change {
  const before = from === undefined ? undefined : CHARGE[from];
  const after = CHARGE[to];
  const of = (charge: Charge): number =>
    (after === charge ? sizeBytes : 0) - (before === charge ? sizeBytes : 0);
  return { usedBytes: of('used'), reservedBytes: of('reserved'), heldBytes: of('held') };
}

/** How long a request may run on that began a moment before its address was over, by a clock that differs as much as S3 allows. */
const URL_GRACE_MS = LIMITS.clockSkewMaxMs + LIMITS.requestGraceMs;

/** Before this moment an object must not be deleted, because an address could bring it back. */
export function settledAt(until: Date | null): Date | undefined {
  return until === null ? undefined : new Date(until.getTime() + URL_GRACE_MS);
}

/** Until when signed addresses count as good that are signed now. A minute more than they are, for the signing itself. */
export function urlsUntil(now: Date): Date {
  return new Date(now.getTime() + LIMITS.partUrlLifeMs + MINUTE_MS);
}
