import { canonicalQuery, canonicalRequest, compareAscii } from './canonical-request.ts';
import { createRequestSigner, type SigningKeys } from './request-signer.ts';

/** The body of a presigned request is unknown; its length and checksum are signed as headers. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/**
 * Presigns an S3 URL. The request must have exactly these headers, `host`, and no other `x-amz-` header.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function presignUrl(
  access: SigningKeys & { readonly region: string },
  request: {
    readonly method: 'GET' | 'HEAD' | 'PUT';
    readonly url: string;
    readonly query: Readonly<Record<string, string>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly at: Date;
    readonly lifeSeconds: number;
  },
): string {
  const { host, origin, pathname } = new URL(request.url);
  const headers = Object.entries({ ...request.headers, host }).toSorted(([one], [other]) =>
    compareAscii(one, other),
  );
  const signer = createRequestSigner(access, { region: access.region, service: 's3', at: request.at });
  const query = canonicalQuery(
    Object.entries({
      ...request.query,
      'X-Amz-Algorithm': signer.algorithm,
      'X-Amz-Credential': signer.credential,
      'X-Amz-Date': signer.amzDate,
      'X-Amz-Expires': String(request.lifeSeconds),
      'X-Amz-SignedHeaders': headers.map(([name]) => name).join(';'),
    }),
  );
  const { method } = request;
  const canonical = canonicalRequest({ method, path: pathname, query, headers, payloadHash: UNSIGNED });
  return `${origin}${pathname}?${query}&X-Amz-Signature=${signer.signCanonical(canonical)}`;
}
