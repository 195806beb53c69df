import { partSizeOf, type UploadStatus } from '@coffer/contracts';
import type { TransferPorts } from './ports.ts';

const COMPARED_AT_ONCE = 2;

/** Whether all stored parts match the file. Parts of a changed file must never be mixed with old ones. */
export async function matchesStoredParts(
  { hash }: Pick<TransferPorts, 'hash'>,
  { file, upload, stored }: { readonly file: Blob } & UploadStatus,
  signal: AbortSignal,
): Promise<boolean> {
  const queue = stored.values();
  let isSame = true;
  const compare = async (): Promise<void> => {
    for (const { number, sha256 } of queue) {
      if (!isSame) return;
      const from = (number - 1) * upload.partSizeBytes;
      const slice = file.slice(from, from + partSizeOf(upload.sizeBytes, number));
      const [digests] = await hash([slice], { withMd5: false }, signal);
      if (digests?.sha256 !== sha256) isSame = false;
    }
  };
  await Promise.all(Array.from({ length: COMPARED_AT_ONCE }, compare));
  return isSame;
}
