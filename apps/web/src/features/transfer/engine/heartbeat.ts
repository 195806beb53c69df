import { LIMITS, type UploadId } from '@coffer/contracts';
import { isOpen } from '../model/machine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';

/**
 * Sends a heartbeat once a minute for uploads that this page runs, so that other devices leave them alone. Uploads
 * younger than a minute are skipped: the server has just seen them. Returns the function that stops it.
 */
export function startHeartbeat(
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
    // Other devices show the latest uploads only.
    if (lasting.length > 0) void say(lasting.slice(-LIMITS.batchMax));
  }, LIMITS.uploadHeartbeatEveryMs);
  return () => clearInterval(timer);
}
