import { err, ok, type Result } from '@coffer/kit';
import type { Operation } from '../../call.ts';
import { refusal, type S3Error } from '../../errors.ts';
import { emptyAnswer } from '../../http/respond.ts';
import { belongsTo, uploadIdOf } from './find-upload.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html */
export const abortMultipartUpload: Operation = async (services, call) => {
  const outcome = await services.disk.uploads.finish<Outcome>(uploadIdOf(call), async (upload) =>
    upload === undefined || !belongsTo(upload, call)
      ? { result: err(refusal('NoSuchUpload')) }
      : { result: ok(undefined), keptBlobs: new Set() },
  );
  return outcome.result.ok ? emptyAnswer(204) : outcome.result;
};

interface Outcome {
  readonly result: Result<void, S3Error>;
  readonly keptBlobs?: ReadonlySet<string>;
}
