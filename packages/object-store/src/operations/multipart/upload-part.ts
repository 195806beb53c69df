import { err, ok, type Result } from '@coffer/kit';
import type { Call, Operation, StoreServices } from '../../call.ts';
import { FORMAT_VERSION, type PartRecord } from '../../disk/records.ts';
import type { UploadState } from '../../disk/upload-table.ts';
import { refusal, type S3Error } from '../../errors.ts';
import { commitOrRemove, openBody, receiveBlob, type ReceivedBlob } from '../../http/receive-blob.ts';
import { emptyAnswer } from '../../http/respond.ts';
import { findUpload } from './find-upload.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
export const uploadPart: Operation = async (services, call) => {
  const number = parsePartNumber(services, call);
  if (!number.ok) return number;
  const upload = findUpload(services, call);
  if (!upload.ok) return upload;
  const payload = openBody(services, call);
  if (!payload.ok) return payload;
  const declared = upload.value.record.checksum?.algorithm;
  const sent = payload.value.checksum?.algorithm;
  if (declared !== undefined && sent !== declared) {
    return err(
      refusal(
        'InvalidRequest',
        `Checksum Type mismatch occurred, expected checksum Type: ${declared}, actual checksum Type: ${sent ?? 'null'}`,
      ),
    );
  }
  const received = await receiveBlob(services, payload.value);
  if (!received.ok) return received;
  const part = await commitPart(services, upload.value, { number: number.value, ...received.value });
  if (!part.ok) return part;
  const { checksum, etag } = part.value;
  const checksumHeader =
    checksum === undefined ? {} : { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value };
  return emptyAnswer(200, { etag: `"${etag}"`, ...checksumHeader });
};

export function parsePartNumber({ limits }: StoreServices, { query }: Call): Result<number, S3Error> {
  const text = query.get('partNumber') ?? '';
  const number = Number(/^[1-9]\d{0,4}$/.exec(text)?.[0] ?? '0');
  if (number >= 1 && number <= limits.partsMax) return ok(number);
  const message = `Part number must be an integer between 1 and ${limits.partsMax}, inclusive`;
  return err(
    refusal('InvalidArgument', message, [
      ['ArgumentName', 'partNumber'],
      ['ArgumentValue', text],
    ]),
  );
}

export async function commitPart(
  services: StoreServices,
  upload: UploadState,
  { durable, ...received }: ReceivedBlob & { readonly number: number },
): Promise<Result<PartRecord, S3Error>> {
  const part: PartRecord = { version: FORMAT_VERSION, modifiedAt: services.now().toISOString(), ...received };
  return commitOrRemove(services, { blobs: [part.blob], durable }, async () => {
    const stored = await services.disk.uploads.putPart(upload.record.id, part, durable);
    return stored.ok ? ok(part) : err(refusal(stored.error));
  });
}
