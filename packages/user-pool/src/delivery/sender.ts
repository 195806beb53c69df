import { err, MINUTE_MS, type Result, SECOND_MS } from '@coffer/kit';
import type { PoolConfig } from 'pg';
import type { Deps } from '../deps.ts';
import { listenToOutbox } from '../store/outbox-listener.ts';
import {
  markDelivered,
  markFailed,
  markGivenUp,
  type OutboxMessage,
  takeDueMessages,
} from '../store/outbox.ts';
import { findPool } from '../store/pools.ts';
import { type Delivery, type DeliveryError, messageKind } from './delivery.ts';
import { openPayload } from './queue.ts';
import { renderMessage } from './templates.ts';

/** Five attempts over a quarter of an hour, about the lifetime of a code. */
const BACK_OFF_MS = [10 * SECOND_MS, MINUTE_MS, 4 * MINUTE_MS, 10 * MINUTE_MS] as const;
const BATCH_SIZE = 5;
const BATCHES_MAX = 200;
const SEND_TIMEOUT_MS = MINUTE_MS;
/** Longer than a batch takes, so that no other process sends the same messages. */
const LEASE_MS = 2 * MINUTE_MS;
/** Polling finds messages whose notification was lost, or not forwarded by a database proxy. */
const POLL_EVERY_MS = 5 * SECOND_MS;
const IDLE_POLL_EVERY_MS = MINUTE_MS;

type SenderDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'log'>;

export interface Sender {
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function startSending(
  deps: SenderDeps,
  options: {
    readonly database: PoolConfig;
    readonly delivery: Delivery;
    /** True after a time without calls. */
    readonly isIdle: () => boolean;
  },
): Sender {
  const { delivery, isIdle } = options;
  if (delivery.media.length === 0) return { flush: async () => undefined, stop: async () => undefined };
  let isStopped = false;
  let isWakened = false;
  let polledAtMs = performance.now();
  let running = Promise.resolve();

  async function flush(): Promise<void> {
    running = sendAfter(running);
    await running;
  }

  async function sendAfter(before: Promise<void>): Promise<void> {
    await before;
    isWakened = false;
    await sendSafely(deps, delivery, () => isStopped);
  }

  function wake(): void {
    if (isWakened || isStopped) return;
    isWakened = true;
    polledAtMs = performance.now();
    void flush();
  }

  const timer = setInterval(() => {
    if (!isIdle() || performance.now() - polledAtMs >= IDLE_POLL_EVERY_MS) wake();
  }, POLL_EVERY_MS);
  timer.unref();
  const stopListening = listenToOutbox(options.database, wake);
  return {
    flush,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await stopListening();
      await running;
      await delivery.close?.();
    },
  };
}

async function sendSafely(deps: SenderDeps, delivery: Delivery, isStopped: () => boolean): Promise<void> {
  try {
    for (let batch = 0; batch < BATCHES_MAX && !isStopped(); batch++) {
      if ((await sendBatch(deps, delivery)) === 0) return;
    }
  } catch (cause) {
    deps.log.error('outbox_failed', { error: cause instanceof Error ? cause.name : typeof cause });
  }
}

async function sendBatch(deps: SenderDeps, delivery: Delivery): Promise<number> {
  const now = deps.clock.now();
  const messages = await takeDueMessages(deps.db, {
    media: delivery.media,
    now,
    leaseEndsAt: new Date(now.getTime() + LEASE_MS),
    limit: BATCH_SIZE,
  });
  await Promise.all(messages.map((message) => sendOne(deps, delivery, message)));
  return messages.length;
}

async function sendOne(deps: SenderDeps, delivery: Delivery, message: OutboxMessage): Promise<void> {
  const sent = await trySending(deps, delivery, message);
  const now = deps.clock.now();
  const facts = { message: message.id, pool: message.poolId, kind: message.kind, medium: message.medium };
  if (sent.ok) {
    await markDelivered(deps.db, message.id, now);
    deps.log.info('message_sent', facts);
    return;
  }
  const failureCount = message.failureCount + 1;
  const waitMs = BACK_OFF_MS[message.failureCount];
  const { reason } = sent.error;
  if (waitMs === undefined) {
    await markGivenUp(deps.db, message.id, now);
    deps.log.error('message_undeliverable', { ...facts, tries: failureCount, reason });
    return;
  }
  await markFailed(deps.db, message.id, new Date(now.getTime() + waitMs));
  deps.log.info('message_put_off', { ...facts, tries: failureCount, reason });
}

async function trySending(
  deps: SenderDeps,
  delivery: Delivery,
  message: OutboxMessage,
): Promise<Result<void, DeliveryError>> {
  const { medium, id } = message;
  const kind = messageKind(message.kind);
  const pool = await findPool(deps.db, message.poolId);
  const payload = openPayload(deps.vault, message);
  if (pool === undefined || payload === undefined || kind === undefined)
    return err({ code: 'undeliverable', reason: 'unknown_form' });
  const rendered = renderMessage(pool, { kind, medium, values: payload.values });
  const timeout = Promise.withResolvers<Result<void, DeliveryError>>();
  const timer = setTimeout(
    () => timeout.resolve(err({ code: 'undeliverable', reason: 'timeout' })),
    SEND_TIMEOUT_MS,
  );
  try {
    return await Promise.race([
      delivery.send({ id, kind, medium, to: payload.to, ...rendered }),
      timeout.promise,
    ]);
  } catch (cause) {
    // The error text is dropped because it may quote the message.
    return err({ code: 'undeliverable', reason: cause instanceof Error ? cause.name : 'unknown' });
  } finally {
    clearTimeout(timer);
  }
}
