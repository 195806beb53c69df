import { err, ok, type Result } from '@coffer/kit';
import type { Operation } from '../../call.ts';
import type { ByteSpan } from '../../disk/blobs/byte-span.ts';
import { ObjectStream } from '../../disk/blobs/object-stream.ts';
import { refusal, type S3Error } from '../../errors.ts';
import { checksumElement } from '../../http/checksum-headers.ts';
import { openCopySource, parseCopySource } from '../../http/copy-source.ts';
import { storeCopy } from '../../http/receive-blob.ts';
import { xmlAnswer } from '../../http/respond.ts';
import { findUpload } from './find-upload.ts';
import { commitPart, parsePartNumber } from './upload-part.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html */
export const uploadPartCopy: Operation = async (services, call) => {
  const number = parsePartNumber(services, call);
  if (!number.ok) return number;
  const upload = findUpload(services, call);
  if (!upload.ok) return upload;
  const source = parseCopySource(call.request.headers['x-amz-copy-source'] ?? '');
  if (!source.ok) return source;
  const opened = await openCopySource(services, call, source.value);
  if (!opened.ok) return opened;
  // The stream pins the source, but it must be opened first.
  let stream: ObjectStream | undefined;
  try {
    const span = parseCopyRange(
      call.request.headers['x-amz-copy-source-range'],
      opened.value.manifest.sizeBytes,
    );
    if (!span.ok) return span;
    const sizeBytes = span.value.end - span.value.start;
    if (sizeBytes > services.limits.bodyBytesMax) {
      return err(
        refusal(
          'InvalidRequest',
          'The specified copy source is larger than the maximum allowable size for a copy source: 5368709120',
        ),
      );
    }
    stream = await ObjectStream.open(services.disk, opened.value, span.value);
    const algorithm = upload.value.record.checksum?.algorithm;
    const received = await storeCopy(services, { chunks: stream.chunks, sizeBytes, algorithm });
    if (!received.ok) return received;
    const part = await commitPart(services, upload.value, { number: number.value, ...received.value });
    if (!part.ok) return part;
    return xmlAnswer('CopyPartResult', [
      ['LastModified', part.value.modifiedAt],
      ['ETag', `"${part.value.etag}"`],
      checksumElement(part.value.checksum),
    ]);
  } finally {
    await stream?.close();
    opened.value.release();
  }
};

/** Unlike the range of a read, this one must not exceed the source. */
function parseCopyRange(header: string | undefined, sizeBytes: number): Result<ByteSpan, S3Error> {
  if (header === undefined) return ok({ start: 0, end: sizeBytes });
  const details = [
    ['ArgumentName', 'x-amz-copy-source-range'],
    ['ArgumentValue', header],
  ] as const;
  const match = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header);
  if (match === null) {
    return err(
      refusal(
        'InvalidArgument',
        'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
        details,
      ),
    );
  }
  const [start, last] = [Number(match[1]), Number(match[2])];
  if (start > last || last >= sizeBytes) {
    return err(
      refusal(
        'InvalidArgument',
        `Range specified is not valid for source object of size: ${sizeBytes}`,
        details,
      ),
    );
  }
  return ok({ start, end: last + 1 });
}
