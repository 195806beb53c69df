import { sql } from 'kysely';
import type { Db } from './db.ts';

/** The value is arbitrary, but must never change. */
const SPACE = 4_207_849;

/**
 * Work that one server does at a time. It must tolerate two, because a server that loses its connection notices late.
 */
export const LEADERSHIPS = {
  uploads: 1,
  quarantine: 2,
  trash: 3,
  storage: 4,
  scrub: 5,
  orphans: 6,
  archives: 7,
  renditions: 8,
  dropped: 9,
  audit: 10,
  versions: 16,
  jobs: 11,
  mail: 17,
  handIns: 18,
  quotas: 19,
  conversions: 60,
  leftFiles: 130,
  leftAccounts: 131,
  useDays: 132,
  journal: 140,
  snapshots: 141,
  accessRequests: 139,
  documents: 142,
  strayRenditions: 143,
  invitedGrants: 144,
  webhooks: 150,
  follows: 151,
  bucketImports: 158,
} as const;

export type Leadership = keyof typeof LEADERSHIPS;

/** One connection for all locks of this server. Separate connections would leave none for the work itself. */
interface LockConnection {
  readonly connection: Promise<Db>;
  readonly release: () => void;
  users: number;
}

const lockConnections = new WeakMap<Db, LockConnection>();
/** A database session can take its own lock twice, so the process has to remember which work is running. */
const runningOf = new WeakMap<Db, Set<Leadership>>();

/**
 * Undefined if another server, or this one, already runs the work. The lock ends with its connection.
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function asLeader<T>(
  db: Db,
  leadership: Leadership,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const running = runningOf.get(db) ?? new Set();
  runningOf.set(db, running);
  if (running.has(leadership)) return undefined;
  running.add(leadership);
  try {
    return await onLockConnection(db, async (connection) => {
      const key = sql`${sql.lit(SPACE)}, ${sql.lit(LEADERSHIPS[leadership])}`;
      const taken = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(
        connection,
      );
      if (taken.rows[0]?.taken !== true) return undefined;
      try {
        return await work();
      } finally {
        await sql`select pg_advisory_unlock(${key})`.execute(connection);
      }
    });
  } finally {
    running.delete(leadership);
  }
}

async function onLockConnection<T>(db: Db, use: (connection: Db) => Promise<T>): Promise<T> {
  const shared = lockConnections.get(db) ?? openLockConnection(db);
  const forget = (): void => {
    if (lockConnections.get(db) === shared) lockConnections.delete(db);
  };
  shared.users += 1;
  try {
    return await use(await shared.connection);
  } catch (error) {
    // The connection may be broken, so later leaders open another one.
    forget();
    throw error;
  } finally {
    shared.users -= 1;
    if (shared.users === 0) {
      forget();
      shared.release();
    }
  }
}

function openLockConnection(db: Db): LockConnection {
  const opened = Promise.withResolvers<Db>();
  const released = Promise.withResolvers<void>();
  const held = db.connection().execute(async (connection) => {
    opened.resolve(connection);
    await released.promise;
  });
  held.catch(opened.reject);
  const shared = { connection: opened.promise, release: released.resolve, users: 0 };
  lockConnections.set(db, shared);
  return shared;
}
