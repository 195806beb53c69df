import type { Transfer } from '../model/machine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';

/** Whether the upload is running on another device. */
export function isActiveElsewhere({ phase, blockedBy }: Transfer): boolean {
  return phase === 'interrupted' && blockedBy === 'active_elsewhere';
}

/**
 * Discards an interrupted upload. Resolves to false if another device is running it; polls the server first, because
 * that device may have resumed since the last poll.
 */
export async function discard(engine: TransferEngine, transfer: Transfer): Promise<boolean> {
  if (transfer.blockedBy === 'other_device') await engine.restore();
  const now = engine.jobs.get(transfer.id)?.transfer ?? transfer;
  if (isActiveElsewhere(now)) return false;
  engine.cancel(now.id);
  return true;
}

export async function discardAll(engine: TransferEngine): Promise<void> {
  const transfers = Array.from(engine.jobs.values(), ({ transfer }) => transfer);
  if (transfers.some(({ phase, blockedBy }) => phase === 'interrupted' && blockedBy === 'other_device'))
    await engine.restore();
  if (engine.view().summary.activeElsewhere === 0) engine.cancelAll();
  else
    for (const { transfer } of engine.jobs.values())
      if (!isActiveElsewhere(transfer)) engine.cancel(transfer.id);
}
