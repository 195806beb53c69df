import { S3Client } from '@aws-sdk/client-s3';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';

export interface S3Access {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly forcePathStyle: boolean;
}

/** A response that stays silent for this long ends with an error. Assembling parts may take five minutes. */
const SILENCE_MS = 6 * MINUTE_MS;

interface ClientOptions {
  readonly socketsMax?: number;
  /** 0: without a limit, for readers that may pause. */
  readonly silenceMs?: number;
}

/**
 * By default, the SDK signs the checksum of an empty body into presigned uploads, and uses a framing that many stores
 * do not support.
 */
export function s3Client(
  access: S3Access,
  { socketsMax, silenceMs = SILENCE_MS }: ClientOptions = {},
): S3Client {
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
      socketTimeout: silenceMs,
      ...(socketsMax === undefined
        ? {}
        : { httpAgent: { maxSockets: socketsMax }, httpsAgent: { maxSockets: socketsMax } }),
    },
  });
}
