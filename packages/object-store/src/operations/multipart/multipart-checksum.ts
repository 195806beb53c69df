import { combineCrcs, defined } from '@coffer/kit';
import { CHECKSUM_ALGORITHMS, isCombinable } from '../../checksum/algorithms.ts';
import { digestOf } from '../../checksum/digests.ts';
import type { PartRecord, StoredChecksum, UploadRecord } from '../../disk/records.ts';
import { refusal, type S3Error } from '../../errors.ts';
import type { HeaderFields } from '../../http/message.ts';

/**
 * Computes an object's checksum from its parts' checksums. COMPOSITE: their checksum with `-<parts>`; FULL_OBJECT: their
 * combined CRC.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export async function multipartChecksum(
  declared: UploadRecord['checksum'],
  parts: readonly PartRecord[],
): Promise<StoredChecksum | undefined> {
  if (declared === undefined) return undefined;
  const { algorithm, type } = declared;
  const digests = parts.map((part) => ({
    digest: Buffer.from(defined(part.checksum, 'a part has no checksum').value, 'base64'),
    sizeBytes: part.sizeBytes,
  }));
  if (type === 'FULL_OBJECT' && isCombinable(algorithm)) {
    const value = Buffer.from(combineCrcs(algorithm, digests)).toString('base64');
    return { algorithm, type, value };
  }
  const joined = await digestOf(algorithm, Buffer.concat(digests.map(({ digest }) => digest)));
  return { algorithm, type, value: `${joined.toString('base64')}-${parts.length}` };
}

/** Undefined if the checksums match. */
export function checkAnnouncedChecksum(
  headers: HeaderFields,
  checksum: StoredChecksum | undefined,
): S3Error | undefined {
  const type = headers['x-amz-checksum-type'];
  if (type !== undefined && type !== checksum?.type) {
    return refusal('InvalidRequest', 'The x-amz-checksum-type does not match the one of the upload.');
  }
  for (const algorithm of CHECKSUM_ALGORITHMS) {
    const announced = headers[`x-amz-checksum-${algorithm}`];
    if (announced === undefined) continue;
    if (checksum?.algorithm !== algorithm) {
      return refusal(
        'InvalidRequest',
        `The upload was not created with the ${algorithm} checksum algorithm.`,
      );
    }
    // Clients may omit the part count of a composite value.
    const isEqual = announced === checksum.value || announced === checksum.value.replace(/-\d+$/, '');
    if (!isEqual)
      return refusal('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
  }
  return undefined;
}
