import type { HeaderFields, StoreRequest } from './message.ts';
import type { Query } from './target.ts';

const SIGNATURE_PARAMETERS = [
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-signedheaders',
  'x-amz-signature',
  'x-amz-content-sha256',
];

const IGNORED = /^x-amz-(?:sdk-)?checksum-/;

export function isSignatureParameter(name: string): boolean {
  return SIGNATURE_PARAMETERS.includes(name.toLowerCase());
}

/** Adds the `x-amz-*` headers that a presigner moved into the signed query. Real headers take precedence. */
export function withHoistedHeaders(request: StoreRequest, query: Query): StoreRequest {
  const hoisted = query.pairs
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => name.startsWith('x-amz-') && !isSignatureParameter(name) && !IGNORED.test(name));
  if (hoisted.length === 0) return request;
  const headers: HeaderFields = { ...Object.fromEntries(hoisted), ...request.headers };
  return { ...request, headers };
}
