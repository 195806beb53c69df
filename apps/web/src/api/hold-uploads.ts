import type { UploadId } from '@coffer/contracts';
import { call } from './client.ts';

/** Says that this page is at its uploads. Nothing depends on one word of many: the next one follows in a minute. */
export async function holdUploads(ids: UploadId[]): Promise<void> {
  await call('holdUploads', { body: { ids } });
}
