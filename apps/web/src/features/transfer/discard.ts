import type { Transfer } from './machine.ts';
import type { TransferEngine } from './transfer-engine.ts';

/** It goes on, on another device. */
export function isHeld({ phase, lack }: Transfer): boolean {
  return phase === 'interrupted' && lack === 'held';
}

/**
 * Discards an interrupted upload, unless another device is at it: that is for the person to decide. What another device began it may have taken
 * up again since the last look, so the server is asked first.
 */
export async function isDiscarded(engine: TransferEngine, transfer: Transfer): Promise<boolean> {
  if (transfer.lack === 'elsewhere') await engine.takeUp();
  const now = engine.jobs.get(transfer.id)?.transfer ?? transfer;
  if (isHeld(now)) return false;
  engine.cancel(now.id);
  return true;
}

/** Ends everything but what other devices are at: that is not this device's to end. */
export async function discardAll(engine: TransferEngine): Promise<void> {
  const transfers = Array.from(engine.jobs.values(), ({ transfer }) => transfer);
  if (transfers.some(({ phase, lack }) => phase === 'interrupted' && lack === 'elsewhere'))
    await engine.takeUp();
  if (engine.view().summary.held === 0) engine.cancelAll();
  else for (const { transfer } of engine.jobs.values()) if (!isHeld(transfer)) engine.cancel(transfer.id);
}
