import type { UploadId } from '@coffer/contracts';
import { call } from './client.ts';

/** Sends a heartbeat for this page's uploads. A failed one is not retried, because the next one follows soon. */
export async function sendUploadHeartbeat(ids: UploadId[]): Promise<void> {
  await call('sendUploadHeartbeat', { body: { ids } });
}
