import { createFairSlots, type FairSlots } from '../fair-slots.ts';
import type { Db, Tx } from './db.ts';
import { inTransaction } from './transaction.ts';

/** A second writer would only occupy a connection while it waits for the space lock. */
const WRITERS_PER_SPACE = 1;
const WAITING_MAX = 10_000;

const slotsOf = new WeakMap<Db, FairSlots>();

export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

/** Limits the connections of writers, so that the others stay free for other work. */
export function boundWriters(
  db: Db,
  { writersMax, waitingMax = WAITING_MAX }: { readonly writersMax: number; readonly waitingMax?: number },
): void {
  slotsOf.set(db, createFairSlots({ slotsMax: writersMax, slotsPerKeyMax: WRITERS_PER_SPACE, waitingMax }));
}

/** Runs a transaction that writes to a space. Writers queue before they take a connection, fairly between spaces. */
export async function inSpaceTransaction<T>(
  db: Db,
  spaceId: string | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const slots = slotsOf.get(db);
  if (slots === undefined || spaceId === undefined) return await inTransaction(db, work);
  const slot = await slots.acquire(spaceId);
  if (!slot.ok) throw new DatabaseBusyError('too many writers are waiting');
  try {
    return await inTransaction(db, work);
  } finally {
    slot.value();
  }
}
