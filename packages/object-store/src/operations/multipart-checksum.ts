import { defined } from '@coffer/kit';
import { CHECKSUM_ALGORITHMS } from '../checksum/algorithms.ts';
import { combineCrcs, isCombinable } from '../checksum/combine.ts';
import { digestOf } from '../checksum/digests.ts';
import type { PartRecord, StoredChecksum, UploadRecord } from '../disk/records.ts';
import { refusal, type S3Error } from '../errors.ts';
import type { HeaderFields } from '../http/message.ts';

/**
 * The checksum of an object from those of its parts, without reading a byte of it: COMPOSITE is the checksum of the
 * parts' checksums with `-<parts>` behind; FULL_OBJECT is the CRC of the whole, combined from the parts' CRCs.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export async function multipartChecksum(
  declared: UploadRecord['checksum'],
  parts: readonly PartRecord[],
): Promise<StoredChecksum | undefined> {
  if (declared === undefined) return undefined;
  const { algorithm, type } = declared;
  const digests = parts.map((part) => ({
    digest: Buffer.from(defined(part.checksum, 'every part of such an upload was verified').value, 'base64'),
    sizeBytes: part.sizeBytes,
  }));
  if (type === 'FULL_OBJECT' && isCombinable(algorithm)) {
    return { algorithm, type, value: combineCrcs(algorithm, digests).toString('base64') };
  }
  const joined = await digestOf(algorithm, Buffer.concat(digests.map(({ digest }) => digest)));
  return { algorithm, type, value: `${joined.toString('base64')}-${parts.length}` };
}

/** Holds what the client believes to have sent against what was received; undefined when they agree. */
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
    // A client may leave the number of parts out of a composite value.
    const isEqual = announced === checksum.value || announced === checksum.value.replace(/-\d+$/, '');
    if (!isEqual)
      return refusal('BadDigest', `The ${algorithm} you specified did not match the calculated checksum.`);
  }
  return undefined;
}
