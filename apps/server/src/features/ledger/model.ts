import { MINUTE_MS } from '@coffer/kit';
import { LIMITS, SERVER_LIMITS } from '@coffer/contracts';

export type BlobState =
  | 'intended'
  | 'stored'
  | 'verified'
  | 'referenced'
  | 'unreferenced'
  | 'quarantined'
  | 'deleted';

/** The quota figure that an object counts in. */
export type Charge = 'reserved' | 'used' | 'held' | 'purged';

/**
 * [Note: Every byte is counted] Exactly one figure counts an object, from before its first presigned URL until the
 * store has confirmed its deletion. Uploads keep reserved + used + held within the quota, and purges keep purged within
 * the quota. So a space takes at most twice its quota in the store.
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
  // There is no way back, because the store may already be deleting the object.
  quarantined: ['deleted'],
  deleted: ['quarantined'],
} as const satisfies Record<BlobState, readonly BlobState[]>;

/** Whether the change of state is allowed. Keeping the state always is. */
export function mayBecome(from: BlobState, to: BlobState): boolean {
  const next: readonly BlobState[] = NEXT[from];
  return from === to || next.includes(to);
}

interface Change {
  readonly usedBytes: number;
  readonly reservedBytes: number;
  readonly heldBytes: number;
  readonly purgedBytes: number;
}

interface ChargedState {
  readonly state: BlobState;
  readonly isPurged: boolean;
}

function chargeOf({ state, isPurged }: ChargedState): Charge | undefined {
  const charge = CHARGE[state];
  return isPurged && charge === 'held' ? 'purged' : charge;
}

/** How the quota figures change. `from` is undefined for a new object. */
export function chargeChange(from: ChargedState | undefined, to: ChargedState, sizeBytes: number): Change {
  const before = from === undefined ? undefined : chargeOf(from);
  const after = chargeOf(to);
  const of = (charge: Charge): number =>
    (after === charge ? sizeBytes : 0) - (before === charge ? sizeBytes : 0);
  return {
    usedBytes: of('used'),
    reservedBytes: of('reserved'),
    heldBytes: of('held'),
    purgedBytes: of('purged'),
  };
}

/** How long a request may run after its URL expired, with the clock skew that S3 allows. */
const URL_GRACE_MS = LIMITS.clockSkewMaxMs + SERVER_LIMITS.requestGraceMs;

/** The time until which a presigned URL could recreate a deleted object. */
export function settledAt(until: Date | null): Date | undefined {
  return until === null ? undefined : new Date(until.getTime() + URL_GRACE_MS);
}

/** When URLs signed now will have expired, plus a minute for the time of signing. */
export function urlsUntil(now: Date): Date {
  return new Date(now.getTime() + LIMITS.partUrlLifeMs + MINUTE_MS);
}
