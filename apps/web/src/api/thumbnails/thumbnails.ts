import type { OperationInput, OperationResponse } from '@coffer/contracts';
import { call } from '../calls/client.ts';

export type ThumbnailRequest = OperationInput<'getThumbnails', 'body'>['files'][number];
export type ThumbnailItem = OperationResponse<'getThumbnails'>['items'][number];

/** In request order. Resolves to undefined if the call failed. */
export async function askForThumbnails(
  files: readonly ThumbnailRequest[],
): Promise<readonly ThumbnailItem[] | undefined> {
  const answer = await call('getThumbnails', { body: { files: [...files] } });
  return answer.ok ? answer.value.items : undefined;
}
