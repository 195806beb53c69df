import { onRetryHint, sleep } from '../../../lib/waiting.ts';
import type { TransferPorts } from '../send/ports.ts';
import { createWorkerPool } from '../worker/worker-pool.ts';

/** The first update is quick; frequent rendering would slow down sending. */
const FIRST_NOTIFICATION_MS = 50;
const NEXT_NOTIFICATION_MS = 250;
const MANY = 100;
const NEXT_OF_MANY_MS = 600;

/** What an engine needs of a page, whoever sends. `countOf` is the number of its transfers. */
export function createPagePorts(
  countOf: () => number,
): Omit<TransferPorts, 'api' | 'journal' | 'untilSignedIn'> {
  let notifiedAt = -Infinity;
  return {
    ...createWorkerPool(),
    sleep,
    onRetryHint,
    schedule: (notify) => {
      const nextMs = countOf() > MANY ? NEXT_OF_MANY_MS : NEXT_NOTIFICATION_MS;
      const isFirst = performance.now() - notifiedAt > nextMs;
      setTimeout(
        () => {
          notifiedAt = performance.now();
          notify();
        },
        isFirst ? FIRST_NOTIFICATION_MS : nextMs,
      );
    },
    now: () => performance.now(),
    random: Math.random,
    newId: () => crypto.randomUUID(),
  };
}
