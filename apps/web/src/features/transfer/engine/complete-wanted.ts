import type { StoreReceipt, UploadId } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import type { TransferFailure } from '../model/machine.ts';
import type { UploadPorts } from '../send/upload-run.ts';
import { retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';

type Completed = Awaited<ReturnType<UploadPorts['api']['completeUploads']>>;
type Answer = Extract<Completed, { ok: true }>['value']['items'][number];

interface Completion<T> {
  readonly files: readonly T[];
  readonly idOf: (file: T) => UploadId;
  readonly isWanted: (file: T) => boolean;
  readonly receipts: StoreReceipt[];
  readonly signal: AbortSignal;
}

/**
 * Completes uploads in retried calls. Each attempt leaves out files that were cancelled meanwhile, for example during
 * an outage.
 */
export async function completeWanted<T>(
  ports: UploadPorts,
  { files, idOf, isWanted, receipts, signal }: Completion<T>,
): Promise<Result<readonly { readonly file: T; readonly item: Answer | undefined }[], TransferFailure>> {
  let wanted = files;
  const answer = await retryUntilAvailable({ ports, signal }, async () => {
    wanted = files.filter(isWanted);
    if (wanted.length === 0) return ok({ items: [] });
    return await ports.api.completeUploads(wanted.map(idOf), receipts, signal);
  });
  return answer.ok ? ok(wanted.map((file, index) => ({ file, item: answer.value.items[index] }))) : answer;
}
