import type { HeaderFields, StoreRequest } from './message.ts';
import type { Query } from './target.ts';

/**
 * Presigners move `x-amz-*` headers into the query, where they are signed just as well, and S3 reads them there. Checksums are the
 * exception: Amazon ignores them in the query, and the SDK for JavaScript puts the one of an empty body into every URL.
 */
const HOISTED =
  /^x-amz-(?:meta-.+|acl|copy-source.*|grant-.+|metadata-directive|mp-object-size|object-(?:attributes|lock-.+)|server-side-encryption.*|storage-class|tagging|tagging-directive|website-redirect-location)$/;

/** The request with the headers that a presigner moved into its query. A header that was really sent wins. */
export function withHoistedHeaders(request: StoreRequest, query: Query): StoreRequest {
  const hoisted = query.pairs
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => HOISTED.test(name));
  if (hoisted.length === 0) return request;
  const headers: HeaderFields = { ...Object.fromEntries(hoisted), ...request.headers };
  return { ...request, headers };
}
