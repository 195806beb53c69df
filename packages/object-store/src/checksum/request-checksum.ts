import { err, ok, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import type { HeaderFields } from '../http/message.ts';
import {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  isChecksumValue,
  parseChecksumAlgorithm,
} from './algorithms.ts';

export interface RequestChecksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64. Undefined if the checksum is sent as a trailer. */
  readonly value?: string;
}

const PREFIX = 'x-amz-checksum-';
const NOT_VALUES = ['x-amz-checksum-mode', 'x-amz-checksum-type', 'x-amz-checksum-algorithm'];

/**
 * Reads the additional checksum of a request. S3 allows at most one.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html#API_PutObject_RequestSyntax
 */
export function parseRequestChecksum(headers: HeaderFields): Result<RequestChecksum | undefined, S3Error> {
  const names = Object.keys(headers).filter((name) => name.startsWith(PREFIX) && !NOT_VALUES.includes(name));
  const trailers = announcedTrailers(headers);
  if (names.length + trailers.length > 1) {
    return err(refusal('InvalidRequest', 'Expecting a single x-amz-checksum- header.'));
  }
  const name = names[0] ?? trailers[0];
  if (name === undefined) return ok(undefined);
  const algorithm = parseChecksumAlgorithm(name.slice(PREFIX.length));
  if (!name.startsWith(PREFIX) || algorithm === undefined) {
    return err(refusal('InvalidRequest', `The checksum must be one of ${CHECKSUM_ALGORITHMS.join(', ')}.`));
  }
  const value = headers[name];
  if (value === undefined) return ok({ algorithm });
  if (!isChecksumValue(algorithm, value)) {
    return err(refusal('InvalidRequest', `Value for ${name} header is invalid.`));
  }
  return ok({ algorithm, value });
}

export function announcedTrailers(headers: HeaderFields): readonly string[] {
  return (headers['x-amz-trailer'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
}
