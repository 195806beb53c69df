import type { CreateUploadsResult, UploadId } from '@coffer/contracts';
import { ok, type Result } from '@coffer/kit';
import { retryUntilAvailable } from '../../../lib/retry/retry-until-available.ts';
import type { TransferFailure } from '../model/machine.ts';
import type { UploadPorts } from '../send/upload-run.ts';
import { whenAllAborted, type HashedFile } from './store-request.ts';

/** `answer` has one item for each entry of `files`, in the same order. */
interface RenewedSignatures {
  readonly files: readonly HashedFile[];
  readonly answer: CreateUploadsResult;
}

/** Requests new presigned URLs for uploads of an earlier page. Omits files that were changed or refused. */
export async function renewSignatures(
  ports: UploadPorts,
  hashed: readonly HashedFile[],
): Promise<Result<RenewedSignatures, TransferFailure>> {
  const byUpload = new Map<UploadId, HashedFile>();
  for (const one of hashed) {
    const { uploadId } = one.job.transfer;
    if (uploadId !== undefined) byUpload.set(uploadId, one);
  }
  const signal = whenAllAborted(hashed.map((one) => one.signal));
  const answer = await retryUntilAvailable({ ports, signal }, () =>
    ports.api.signUploads([...byUpload.keys()], signal),
  );
  if (!answer.ok) return answer;
  const { items, ...more } = answer.value;
  const created = items.filter((item) => item.outcome === 'created');
  const files = created.map(({ upload }) => byUpload.get(upload.id)).filter((one) => one !== undefined);
  return ok({ files, answer: { items: created, ...more } });
}
