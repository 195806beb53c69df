import { SERVER_LIMITS } from '@coffer/contracts';
import { eachAtOnce, HOUR_MS, SECOND_MS } from '@coffer/kit';
import { changedNothing, inTransaction } from '../../../platform/db/transaction.ts';
import { type DeliveryRow, pauseAfter, restAfter, type WebhookRow } from '../model.ts';
import type { WebhookNeeds } from '../needs.ts';
import {
  claimDue,
  deleteDelivery,
  endWaiting,
  hasGivenUp,
  isDeletionStopped,
  listDue,
  recordTry,
} from '../store/deliveries.ts';
import { findStanding, findWebhook, lockWebhook, noteFailure, noteSuccess } from '../store/webhooks.ts';
import { pauseForOwner, pauseForReceiver } from './pause.ts';
import { tryDelivery, type TryResult } from './try-delivery.ts';
import { writeDeliveries } from './write-deliveries.ts';

const RECEIVERS_PER_RUN = 200;
const RECEIVERS_AT_ONCE = 8;
/** A slow receiver must not delay the others. The next run continues with it. */
const TIME_PER_RECEIVER_MS = 5 * SECOND_MS;
const ASKED_PAUSE_MAX_MS = HOUR_MS;
const GONE = 410;

/**
 * Background job: sends deliveries, on one server at a time. Returns the number of processed batches and deliveries.
 */
export async function sendWebhooks(services: WebhookNeeds, signal?: AbortSignal): Promise<number> {
  let done = await writeDeliveries(services);
  const due = await listDue(services.db, services.clock.now(), RECEIVERS_PER_RUN);
  await eachAtOnce(due, RECEIVERS_AT_ONCE, async (webhookId) => {
    const endMs = performance.now() + TIME_PER_RECEIVER_MS;
    const isOver = (): boolean => signal?.aborted === true || performance.now() >= endMs;
    while (!isOver() && (await sendOne(services, webhookId))) {
      done += 1;
    }
  });
  return done;
}

/** Sends one delivery. Returns true if the next one may follow. */
async function sendOne(services: WebhookNeeds, webhookId: string): Promise<boolean> {
  const claimed = await claim(services, webhookId);
  if (claimed === undefined) return false;
  if (claimed === 'dropped') return true;
  const { webhook, delivery } = claimed;
  return await record(services, claimed, await tryDelivery(services, webhook, delivery));
}

interface Claimed {
  readonly webhook: WebhookRow;
  readonly delivery: DeliveryRow;
}

/**
 * Claims a delivery. Checks the rights again, so that a removed member is not sent older events either, and drops what
 * is no longer true.
 */
async function claim(services: WebhookNeeds, webhookId: string): Promise<Claimed | 'dropped' | undefined> {
  const { clock, db } = services;
  return await inTransaction(db, async (tx): Promise<Claimed | 'dropped' | undefined> => {
    const now = clock.now();
    const webhook = await findWebhook(tx, webhookId);
    if (webhook === undefined || webhook.paused_because !== null) {
      changedNothing(tx);
      return undefined;
    }
    const standing = await findStanding(tx, webhookId);
    if (standing === 'lost') await pauseForOwner(tx, services, webhookId);
    if (standing === 'archived') await endWaiting(tx, webhookId, now);
    if (standing !== 'told') return undefined;
    const nextAt = (tries: number): Date => new Date(now.getTime() + pauseAfter(tries));
    const delivery = await claimDue(tx, { webhookId, now, nextAt });
    if (delivery === undefined) changedNothing(tx);
    else if (await isDeletionStopped(tx, delivery.id)) {
      await deleteDelivery(tx, delivery.id);
      return 'dropped';
    }
    return delivery && { webhook, delivery };
  });
}

async function record(
  services: WebhookNeeds,
  { webhook: { id: webhookId }, delivery }: Claimed,
  result: TryResult,
): Promise<boolean> {
  const { clock, db } = services;
  return await inTransaction(db, async (tx) => {
    const webhook = await lockWebhook(tx, webhookId);
    if (webhook === undefined) return false;
    const now = clock.now();
    const { id, tries, until } = delivery;
    const dueAt = new Date(Math.max(delivery.due_at.getTime(), now.getTime() + askedPauseMs(result, now)));
    const isOver = tries >= SERVER_LIMITS.webhookTriesMax || dueAt > until;
    const { isTaken, status, fault, answer, durationMs } = result;
    const state = isTaken ? 'sent' : isOver || status === GONE ? 'failed' : 'waiting';
    await recordTry(tx, { id, tries, state, dueAt, triedAt: now, durationMs, status, fault, answer });
    if (isTaken) {
      await noteSuccess(tx, webhookId, now);
      return true;
    }
    const restingUntil = new Date(now.getTime() + restAfter(webhook.failures + 1));
    await noteFailure(tx, { id: webhookId, now, restingUntil });
    const failingMs = now.getTime() - (webhook.failing_since ?? now).getTime();
    const isFailing =
      failingMs >= SERVER_LIMITS.webhookFailingMs &&
      (state === 'failed' || (await hasGivenUp(tx, { webhookId, now })));
    if (webhook.paused_because === null && (status === GONE || isFailing)) {
      await pauseForReceiver(tx, services, { webhook, because: status === GONE ? 'gone' : 'failing' });
    }
    return false;
  });
}

/** The pause that the receiver requests by `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). */
function askedPauseMs({ retryAfter }: TryResult, now: Date): number {
  if (retryAfter === undefined) return 0;
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : Number.NaN;
  const ms = Number.isNaN(seconds) ? Date.parse(retryAfter) - now.getTime() : seconds * SECOND_MS;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), ASKED_PAUSE_MAX_MS) : 0;
}
