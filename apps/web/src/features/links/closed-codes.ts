import type { ApiError } from '../../api/calls/error.ts';

/** Errors that close the page of a link. `invalid_request` is the error for a token of the wrong length. */
const CLOSED = ['link_unknown', 'link_expired', 'link_exhausted', 'invalid_request'] as const;
export type Closed = (typeof CLOSED)[number];

export function isClosed(code: ApiError['code']): code is Closed {
  return CLOSED.some((known) => known === code);
}
