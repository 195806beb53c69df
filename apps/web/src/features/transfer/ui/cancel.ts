import { MIB } from '@coffer/kit';
import { isEnded, type Transfer } from '../model/machine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';
import { ask, type Loss } from './asked.ts';
import { dismissChoice } from './choose-again.ts';
import { discard, discardAll, isActiveElsewhere } from './discard.ts';

const FILES_MAX = 20;
const SENT_MAX = 100 * MIB;

/** Cancels the given transfers, or all without `transfers`. */
export function cancel(engine: TransferEngine, transfers?: readonly Transfer[]): void {
  const all = transfers ?? Array.from(engine.jobs.values(), ({ transfer }) => transfer);
  askIfMuch(all, () => void cancelNow(engine, transfers));
}

/** Runs `giveUp`, which ends the transfers. Asks first if much would be lost. */
export function askIfMuch(transfers: readonly Transfer[], giveUp: () => void): void {
  const loss = lossOf(transfers);
  if (isMuch(loss)) ask({ kind: 'cancel', ...loss, giveUp });
  else giveUp();
}

export async function cancelNow(
  engine: TransferEngine,
  transfers: readonly Transfer[] | undefined,
): Promise<void> {
  if (transfers === undefined) await discardAll(engine);
  for (const transfer of transfers ?? []) {
    if (await discard(engine, transfer)) continue;
    // Another device is sending the file, so the person is asked separately.
    if (transfers?.length === 1) ask({ kind: 'discard', transfer });
  }
  const isLeft = [...engine.jobs.values()].some(
    ({ transfer }) => transfer.phase === 'interrupted' && !isActiveElsewhere(transfer),
  );
  if (!isLeft) dismissChoice();
}

export function lossOf(transfers: readonly Transfer[]): Loss {
  let count = 0;
  let sentBytes = 0;
  let isUnknown = false;
  for (const transfer of transfers) {
    if (isEnded(transfer) || isActiveElsewhere(transfer)) continue;
    count += 1;
    sentBytes += transfer.sentBytes;
    const { phase, uploadId, sizeBytes } = transfer;
    if (phase === 'interrupted' && uploadId !== undefined && sizeBytes > SENT_MAX) isUnknown = true;
  }
  return { count, sentBytes, isUnknown };
}

export function isMuch({ count, sentBytes, isUnknown }: Loss): boolean {
  return count > FILES_MAX || sentBytes > SENT_MAX || isUnknown;
}
