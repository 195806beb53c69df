import { err, ok, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import type { StoreLimits } from '../limits.ts';
import type { StoreRequest } from './message.ts';

/** The bucket and key of a path-style URL, decoded exactly once. */
export interface Target {
  /** Empty for ListBuckets. */
  readonly bucket: string;
  /** Empty for bucket operations. */
  readonly key: string;
  readonly path: string;
  readonly query: Query;
}

export class Query {
  readonly pairs: readonly (readonly [string, string])[];
  readonly #first: ReadonlyMap<string, string>;

  constructor(pairs: readonly (readonly [string, string])[]) {
    this.pairs = pairs;
    this.#first = new Map(pairs.toReversed());
  }

  get(name: string): string | undefined {
    return this.#first.get(name);
  }

  has(name: string): boolean {
    return this.#first.has(name);
  }
}

export function parseTarget(request: StoreRequest, limits: StoreLimits): Result<Target, S3Error> {
  const path = decodePercent(request.rawPath);
  const query = parseQuery(request.rawQuery);
  if (path === undefined || !path.startsWith('/') || query === undefined) return err(refusal('InvalidURI'));
  const slash = path.indexOf('/', 1);
  const bucket = slash === -1 ? path.slice(1) : path.slice(1, slash);
  const key = slash === -1 ? '' : path.slice(slash + 1);
  if (bucket !== '' && !isBucketName(bucket)) return err(refusal('InvalidBucketName'));
  if (bucket === '' && key !== '') return err(refusal('InvalidBucketName'));
  if (Buffer.byteLength(key) > limits.keyBytesMax) return err(refusal('KeyTooLongError'));
  return ok({ bucket, key, path, query });
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
export function isBucketName(name: string): boolean {
  return (
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) &&
    !name.includes('..') &&
    !/^\d{1,3}(\.\d{1,3}){3}$/.test(name)
  );
}

function parseQuery(raw: string): Query | undefined {
  const pairs: (readonly [string, string])[] = [];
  for (const piece of raw.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const name = decodePercent((equals === -1 ? piece : piece.slice(0, equals)).replaceAll('+', ' '));
    const value = decodePercent((equals === -1 ? '' : piece.slice(equals + 1)).replaceAll('+', ' '));
    if (name === undefined || value === undefined) return undefined;
    pairs.push([name, value]);
  }
  return new Query(pairs);
}

function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
