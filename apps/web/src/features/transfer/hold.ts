import { LIMITS, type UploadId } from '@coffer/contracts';
import { isOpen } from './machine.ts';
import type { TransferEngine } from './transfer-engine.ts';

/**
 * Says once a minute, in one call for all of them, which uploads this page holds, so that other devices leave them alone. Only those that it held a
 * minute ago too: small files come and go, and of a new one the server has just heard. What it returns ends that.
 */
export function holdOpen(
  engine: Pick<TransferEngine, 'jobs'>,
  say: (ids: UploadId[]) => Promise<void>,
): () => void {
  let before: ReadonlySet<UploadId> = new Set();
  const timer = setInterval(() => {
    const open = new Set<UploadId>();
    for (const { transfer } of engine.jobs.values())
      if (transfer.uploadId !== undefined && isOpen(transfer)) open.add(transfer.uploadId);
    const lasting = [...open].filter((id) => before.has(id));
    before = open;
    // The latest: those are the ones that other devices are shown.
    if (lasting.length > 0) void say(lasting.slice(-LIMITS.batchMax));
  }, LIMITS.uploadHoldEveryMs);
  return () => clearInterval(timer);
}
