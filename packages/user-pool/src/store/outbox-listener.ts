import { SECOND_MS } from '@coffer/kit';
import { Client, type PoolConfig } from 'pg';
import { OUTBOX_CHANNEL } from './outbox.ts';

const RECONNECT_AFTER_MS = 5 * SECOND_MS;

/**
 * Calls `onMessage` whenever any process has committed a message, on a connection of its own. A connection that is lost
 * is made again; what was missed meanwhile is for the caller to poll for.
 */
export function listenToOutbox(config: PoolConfig, onMessage: () => void): () => Promise<void> {
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  function reconnect(lost: Client): void {
    if (isStopped || client !== lost) return;
    client = undefined;
    void endQuietly(lost);
    retry = setTimeout(() => void connect(), RECONNECT_AFTER_MS);
    retry.unref();
  }

  async function connect(): Promise<void> {
    const next = new Client({ connectionTimeoutMillis: 5000, keepAlive: true, ...config });
    client = next;
    next.on('notification', onMessage);
    next.on('error', () => reconnect(next));
    next.on('end', () => reconnect(next));
    try {
      await next.connect();
      await next.query(`listen ${OUTBOX_CHANNEL}`);
      onMessage();
    } catch {
      // The database is away or starting: the same as a connection that is lost.
      reconnect(next);
    }
  }

  const connecting = connect();
  return async () => {
    isStopped = true;
    clearTimeout(retry);
    await connecting;
    if (client !== undefined) await endQuietly(client);
  };
}

/** Ending a connection that is already broken fails, and that is what is wanted. */
async function endQuietly(client: Client): Promise<void> {
  try {
    await client.end();
  } catch {
    return;
  }
}
