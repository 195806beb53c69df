import { SECOND_MS } from '@coffer/kit';
import { Client, type PoolConfig } from 'pg';
import { OUTBOX_CHANNEL } from './outbox.ts';

const RECONNECT_AFTER_MS = 5 * SECOND_MS;

/** Calls `onMessage` when any process commits a message. Reconnects on loss; the caller must poll for missed messages. */
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

/** Ignores errors, because closing a broken connection fails harmlessly. */
async function endQuietly(client: Client): Promise<void> {
  try {
    await client.end();
  } catch {
    return;
  }
}
