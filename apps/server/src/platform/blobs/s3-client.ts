import { S3Client } from '@aws-sdk/client-s3';
import { SECOND_MS } from '@coffer/kit';

/** How a store is reached and who asks. */
export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
}

/**
 * A client of an S3-compatible store. It adds checksums only where a call cannot do without: the SDK's defaults would sign the
 * checksum of an empty body into presigned uploads, and send bodies in a framing that many stores do not know.
 */
export function s3Client(access: S3Access): S3Client {
  return new S3Client({
    endpoint: access.endpoint,
    region: access.region,
    credentials: { accessKeyId: access.accessKeyId, secretAccessKey: access.secretAccessKey },
    forcePathStyle: access.forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    followRegionRedirects: false,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5 * SECOND_MS,
      requestTimeout: 20 * SECOND_MS,
      throwOnRequestTimeout: true,
    },
  });
}
