import { err, ok, type Result } from '@coffer/kit';
import type { WriteCondition } from '../disk/object-table.ts';
import { notImplemented, type S3Error } from '../errors.ts';
import type { HeaderFields } from './message.ts';

interface Validators {
  readonly etag: string;
  readonly modifiedAt: Date;
}

/** What a condition comes to, with the name of the one that decided. */
export type ReadCondition =
  | { readonly outcome: 'go' }
  | { readonly outcome: 'not_modified' | 'failed'; readonly name: string };

/**
 * The conditions of a read, in the order of RFC 9110 §13.2.2.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2
 */
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

/** The conditions that a copy sets its source, which S3 has under names of their own. */
export function copySourceConditions(headers: HeaderFields): HeaderFields {
  return Object.fromEntries(
    COPY_SOURCE_CONDITIONS.map((name) => [`if-${name}`, headers[`x-amz-copy-source-if-${name}`]]),
  );
}

/** True when a Range may be honoured: there is no If-Range, or it names what is there. */
export function mayHonourRange(headers: HeaderFields, current: Validators): boolean {
  const ifRange = headers['if-range'];
  if (ifRange === undefined) return true;
  if (ifRange.startsWith('"')) return matchesEtag(ifRange, current.etag);
  return Math.floor(Date.parse(ifRange) / 1000) === Math.floor(current.modifiedAt.getTime() / 1000);
}

/**
 * The conditions of a write: `If-None-Match: *` or `If-Match`, as S3 has them.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
export function parseWriteCondition(headers: HeaderFields): Result<WriteCondition, S3Error> {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined && ifNoneMatch.trim() !== '*') {
    return err(notImplemented('Header', 'If-None-Match'));
  }
  return ok({
    mustBeAbsent: ifNoneMatch !== undefined,
    ...(ifMatch === undefined ? {} : { matches: (etag: string) => matchesEtag(ifMatch, etag) }),
  });
}

/** The header may hold a list, weak marks, or (from some clients) no quotes. */
function matchesEtag(header: string, etag: string): boolean {
  return header.split(',').some((piece) => {
    const wanted = piece.trim().replace(/^W\//, '').replaceAll('"', '');
    return wanted === '*' || wanted === etag;
  });
}
