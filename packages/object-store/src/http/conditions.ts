import { err, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { ConditionFacts, WriteCondition } from '../disk/object-table.ts';
import { notImplemented, refusal, type S3Error } from '../errors.ts';
import type { HeaderFields } from './message.ts';

interface Validators {
  readonly etag: string;
  readonly modifiedAt: Date;
}

export type ReadCondition =
  | { readonly outcome: 'go' }
  | { readonly outcome: 'not_modified' | 'failed'; readonly name: string };

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2 */
export function checkReadConditions(headers: HeaderFields, current: Validators): ReadCondition {
  const modifiedSecond = Math.floor(current.modifiedAt.getTime() / 1000);
  const secondOf = (name: string): number | undefined => {
    const ms = Date.parse(headers[name] ?? '');
    return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
  };
  const ifMatch = headers['if-match'];
  const unmodifiedSince = secondOf('if-unmodified-since');
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, current.etag)) return { outcome: 'failed', name: 'If-Match' };
  } else if (unmodifiedSince !== undefined && modifiedSecond > unmodifiedSince) {
    return { outcome: 'failed', name: 'If-Unmodified-Since' };
  }
  const ifNoneMatch = headers['if-none-match'];
  const modifiedSince = secondOf('if-modified-since');
  if (ifNoneMatch !== undefined) {
    const isSame = matchesEtag(ifNoneMatch, current.etag);
    return isSame ? { outcome: 'not_modified', name: 'If-None-Match' } : { outcome: 'go' };
  }
  const isOld = modifiedSince !== undefined && modifiedSecond <= modifiedSince;
  return isOld ? { outcome: 'not_modified', name: 'If-Modified-Since' } : { outcome: 'go' };
}

const COPY_SOURCE_CONDITIONS = ['match', 'none-match', 'modified-since', 'unmodified-since'] as const;

export function copySourceConditions(headers: HeaderFields): HeaderFields {
  return Object.fromEntries(
    COPY_SOURCE_CONDITIONS.map((name) => [`if-${name}`, headers[`x-amz-copy-source-if-${name}`]]),
  );
}

export function mayHonourRange(headers: HeaderFields, current: Validators): boolean {
  const ifRange = headers['if-range'];
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return matchesEtag(ifRange, current.etag);
  return Math.floor(Date.parse(ifRange) / 1000) === Math.floor(current.modifiedAt.getTime() / 1000);
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html */
export function parseWriteCondition(headers: HeaderFields): Result<WriteCondition, S3Error> {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') {
    return err(notImplemented('Header', 'If-None-Match'));
  }
  return ok({
    mustBeAbsent: ifNoneMatch !== undefined,
    ...(ifMatch === undefined ? {} : { matches: ({ etag }) => matchesEtag(ifMatch, etag) }),
  });
}

export interface DeleteConditionText {
  readonly etag: string | undefined;
  readonly modifiedAt: string | undefined;
  readonly sizeBytes: string | undefined;
}

/**
 * All conditions must be met. Times are compared in seconds, as in HTTP.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html
 */
export function parseDeleteCondition({
  etag,
  modifiedAt,
  sizeBytes,
}: DeleteConditionText): Result<WriteCondition, S3Error> {
  const modifiedMs = modifiedAt === undefined ? undefined : Date.parse(modifiedAt);
  if (Number.isNaN(modifiedMs) || (sizeBytes !== undefined && !/^\d{1,15}$/.test(sizeBytes))) {
    return err(refusal('InvalidArgument', 'A condition of the deletion is not a time or not a size.'));
  }
  if (etag === undefined && modifiedMs === undefined && sizeBytes === undefined) return ok({});
  const matches = (current: ConditionFacts): boolean =>
    (etag === undefined || matchesEtag(etag, current.etag)) &&
    (sizeBytes === undefined || Number(sizeBytes) === current.sizeBytes) &&
    (modifiedMs === undefined || wholeSeconds(modifiedMs) === wholeSeconds(current.modifiedAtMs));
  return ok({ matches });
}

function wholeSeconds(ms: number): number {
  return Math.floor(ms / SECOND_MS);
}

/** The header may contain a list, weak ETags, or (from some clients) no quotes. */
function matchesEtag(header: string, etag: string): boolean {
  return header.split(',').some((piece) => {
    const wanted = piece.trim().replace(/^W\//, '').replaceAll('"', '');
    return wanted === '*' || wanted === etag;
  });
}
