import { LIMITS, type UploadId } from '@coffer/contracts';
import { isOpen } from '../model/machine.ts';
import type { TransferEngine } from '../model/transfer-engine.ts';

/**
 * Once a minute, sends a heartbeat for uploads of this page that are older than a minute, so that other devices do not
 * resume them. Returns a function that stops this.
 */
export function startHeartbeat(
  engine: Pick<TransferEngine, 'jobs'>,
  send: (ids: UploadId[]) => Promise<void>,
): () => void {
  let previous: ReadonlySet<UploadId> = new Set();
  const timer = setInterval(() => {
    const open = new Set<UploadId>();
    for (const { transfer } of engine.jobs.values())
      if (transfer.uploadId !== undefined && isOpen(transfer)) open.add(transfer.uploadId);
    const older = [...open].filter((id) => previous.has(id));
    previous = open;
    // Other devices list only the latest uploads.
    if (older.length > 0) void send(older.slice(-LIMITS.batchMax));
  }, LIMITS.uploadHeartbeatEveryMs);
  return () => clearInterval(timer);
}
