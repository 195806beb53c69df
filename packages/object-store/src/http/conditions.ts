import { err, ok, type Result } from '@coffer/kit';
import type { WriteCondition } from '../disk/object-table.ts';
import { refusal, type S3Error } from '../errors.ts';
import type { HeaderFields } from './message.ts';

interface Validators {
  readonly etag: string;
  readonly modifiedAt: Date;
}

/**
 * The conditions of a read, in the order of RFC 9110 §13.2.2.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.2.2
 */
export function checkReadConditions(
  headers: HeaderFields,
  current: Validators,
): 'go' | 'not_modified' | 'failed' {
  const modifiedSecond = Math.floor(current.modifiedAt.getTime() / 1000);
  const secondOf = (name: string): number | undefined => {
    const ms = Date.parse(headers[name] ?? '');
    return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000);
  };
  const ifMatch = headers['if-match'];
  const unmodifiedSince = secondOf('if-unmodified-since');
  if (ifMatch !== undefined) {
    if (!matchesEtag(ifMatch, current.etag)) return 'failed';
  } else if (unmodifiedSince !== undefined && modifiedSecond > unmodifiedSince) return 'failed';
  const ifNoneMatch = headers['if-none-match'];
  const modifiedSince = secondOf('if-modified-since');
  if (ifNoneMatch !== undefined) return matchesEtag(ifNoneMatch, current.etag) ? 'not_modified' : 'go';
  return modifiedSince !== undefined && modifiedSecond <= modifiedSince ? 'not_modified' : 'go';
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
    return err(refusal('NotImplemented', 'If-None-Match of a write must be *.'));
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
