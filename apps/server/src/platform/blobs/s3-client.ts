import { S3Client } from '@aws-sdk/client-s3';
import { SECOND_MS } from '@coffer/kit';

export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
}

/**
 * By default, the SDK signs the checksum of an empty body into presigned uploads, and uses a framing that many stores
 * do not support.
 */
export function s3Client(access: S3Access, { socketsMax }: { readonly socketsMax?: number } = {}): S3Client {
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
      ...(socketsMax === undefined
        ? {}
        : { httpAgent: { maxSockets: socketsMax }, httpsAgent: { maxSockets: socketsMax } }),
    },
  });
}
