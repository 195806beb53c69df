import { err } from '@coffer/kit';
import type { Operation } from '../call.ts';
import { FORMAT_VERSION, type PartRecord } from '../disk/records.ts';
import { refusal } from '../errors.ts';
import { commitOrRemove, openBody, receiveBlob } from '../http/receive-blob.ts';
import { emptyAnswer } from '../http/respond.ts';
import { findUpload } from './find-upload.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html */
export const uploadPart: Operation = async (services, call) => {
  if (call.request.headers['x-amz-copy-source'] !== undefined) return err(refusal('NotImplemented'));
  const number = Number(/^[1-9]\d{0,4}$/.exec(call.query.get('partNumber') ?? '')?.[0] ?? '0');
  if (number < 1 || number > services.limits.partsMax) {
    return err(refusal('InvalidArgument', `Part number must be between 1 and ${services.limits.partsMax}.`));
  }
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
        `Checksum Type mismatch occurred, expected ${declared}, actual ${sent ?? 'null'}.`,
      ),
    );
  }
  const received = await receiveBlob(services, payload.value);
  if (!received.ok) return received;
  const { blob, sizeBytes, etag, checksum } = received.value;
  const part: PartRecord = {
    version: FORMAT_VERSION,
    number,
    blob,
    sizeBytes,
    etag,
    modifiedAt: services.now().toISOString(),
    ...(checksum === undefined ? {} : { checksum }),
  };
  const committed = await commitOrRemove(services, blob, async () => {
    const stored = await services.disk.uploads.putPart(upload.value.record.id, part);
    return stored.ok ? stored : err(refusal(stored.error));
  });
  if (!committed.ok) return committed;
  const checksumHeader =
    checksum === undefined ? {} : { [`x-amz-checksum-${checksum.algorithm}`]: checksum.value };
  return emptyAnswer(200, { etag: `"${etag}"`, ...checksumHeader });
};
