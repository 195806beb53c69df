import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@coffer/kit';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { Log } from '../log/log.ts';
import type { Db } from './db.ts';
import { createSockets } from './sockets.ts';
import { onCommit } from './transaction.ts';

/** Signals that another transaction may have committed, on this server or another. A signal may be late or missing. */
export interface CommitHints {
  onHint(listener: () => void): void;
  readonly close: () => Promise<void>;
}

const CHANNEL = 'coffer_changes';
/** Notifications are batched, because one in each transaction would make commits wait for each other. */
const NOTIFY_EVERY_MS = 50;
const RECONNECT_MS = 5 * SECOND_MS;

export function openCommitHints(options: {
  readonly connectionString: string;
  readonly databases: readonly Db[];
  readonly log: Log;
}): CommitHints {
  const { connectionString, databases, log } = options;
  const ownId = randomUUID();
  const listeners = new Set<() => void>();
  const hint = (): void => {
    for (const listener of listeners) listener();
  };
  const stopListening = keepListening({ connectionString, log }, (senderId) => {
    if (senderId !== ownId) hint();
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  for (const db of databases) {
    onCommit(db, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        hint();
        void Promise.allSettled([sql`select pg_notify(${CHANNEL}, ${ownId})`.execute(db)]);
      }, NOTIFY_EVERY_MS);
    });
  }
  return {
    onHint: (listener) => void listeners.add(listener),
    close: async () => {
      listeners.clear();
      clearTimeout(timer);
      await stopListening();
    },
  };
}

/** Uses a separate connection, because `LISTEN` belongs to a connection. */
function keepListening(
  { connectionString, log }: { readonly connectionString: string; readonly log: Log },
  onNotification: (payload: string | undefined) => void,
): () => Promise<void> {
  const sockets = createSockets();
  let client: Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const connectAgain = (): void => {
    if (isStopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void connect();
    }, RECONNECT_MS);
  };
  const connect = async (): Promise<void> => {
    const connecting = new Client({
      connectionString,
      application_name: 'coffer-listen',
      keepAlive: true,
      stream: sockets.open,
      connectionTimeoutMillis: 5_000,
    });
    client = connecting;
    connecting.on('notification', ({ payload }) => onNotification(payload));
    connecting.on('error', (error) => log.warn('database_connection_lost', { reason: error.name }));
    connecting.once('end', connectAgain);
    try {
      await connecting.connect();
      await connecting.query(`listen ${CHANNEL}`);
    } catch {
      await Promise.allSettled([connecting.end()]);
      connectAgain();
    }
  };
  void connect();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    const last = client;
    if (last !== undefined) await sockets.endBy(async () => void (await Promise.allSettled([last.end()])));
  };
}
