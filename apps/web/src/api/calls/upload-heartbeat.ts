import type { UploadId } from '@coffer/contracts';
import { call } from './client.ts';

/** Heartbeat of this page's uploads. The next one makes up for a failure. */
export async function sendUploadHeartbeat(ids: UploadId[]): Promise<void> {
  await call('sendUploadHeartbeat', { body: { ids } });
}
