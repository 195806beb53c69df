import { err, ok, type Result } from '@coffer/kit';
import type { DavFailure, Target } from './dav-call.ts';

/** The ETag of the content, which a rename leaves unchanged. Folders have none. */
export function etagOf(node: { readonly current_version_id: string | null }): string | undefined {
  return node.current_version_id === null ? undefined : `"${node.current_version_id}"`;
}

/**
 * Whether a header lists the ETag. Coffer's tags are strong, so in a strong comparison a weak tag equals none of them.
 */
export function isListed(header: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  return header
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === etag || (comparison === 'weak' && each === `W/${etag}`));
}

/**
 * Checks `If-Match` and `If-None-Match` of a change.
 * @see RFC 9110 section 13.1
 */
export function judgeConditions(headers: Headers, target: Target): Result<undefined, DavFailure> {
  const match = headers.get('if-match');
  const noneMatch = headers.get('if-none-match');
  const isThere = target.kind !== 'missing';
  const etag = target.kind === 'found' ? etagOf(target.access.node) : undefined;
  const has = (header: string, comparison: 'strong' | 'weak'): boolean =>
    header.trim() === '*' ? isThere : etag !== undefined && isListed(header, etag, comparison);
  if (match !== null && !has(match, 'strong')) return err({ status: 412 });
  if (noneMatch !== null && has(noneMatch, 'weak')) return err({ status: 412 });
  return ok(undefined);
}
