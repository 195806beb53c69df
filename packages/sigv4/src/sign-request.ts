import { canonicalQuery, canonicalRequest, compareAscii, sha256Hex } from './canonical-request.ts';
import { createRequestSigner, type SigningKeys } from './request-signer.ts';

/** `headers` excludes `host`, which follows from the URL. */
export interface SignableRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly payloadHash?: string;
}

/**
 * Returns the headers of `request` with `x-amz-date` and `authorization` added.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
export function signRequest(
  { method, url, headers, body, payloadHash = sha256Hex(body) }: SignableRequest,
  keys: SigningKeys,
  scope: { readonly region: string; readonly service: string; readonly at: Date },
): Record<string, string> {
  const signer = createRequestSigner(keys, scope);
  const dated = { ...headers, 'x-amz-date': signer.amzDate };
  const signed = Object.entries({ ...dated, host: url.host })
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .toSorted(([one], [other]) => compareAscii(one, other));
  const canonical = canonicalRequest({
    method,
    path: url.pathname,
    query: canonicalQuery([...url.searchParams]),
    headers: signed,
    payloadHash,
  });
  const names = signed.map(([name]) => name).join(';');
  const signature = signer.signCanonical(canonical);
  return {
    ...dated,
    authorization: `${signer.algorithm} Credential=${signer.credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
