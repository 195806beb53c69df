import { ALGORITHM, amzDateOf, scopeText, signatureHex, signingKey, stringToSign } from './signing-key.ts';

export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Signs for one instant, region and service. */
export interface RequestSigner {
  readonly algorithm: typeof ALGORITHM;
  readonly amzDate: string;
  /** `<access key>/<date>/<region>/<service>/aws4_request` */
  readonly credential: string;
  readonly signCanonical: (canonicalRequest: string) => string;
  readonly signText: (text: string) => string;
}

export function createRequestSigner(
  { accessKeyId, secretAccessKey }: SigningKeys,
  { region, service, at }: { readonly region: string; readonly service: string; readonly at: Date },
): RequestSigner {
  const amzDate = amzDateOf(at);
  const scope = { date: amzDate.slice(0, 8), region, service };
  const key = signingKey(secretAccessKey, scope);
  const signText = (text: string): string => signatureHex(key, text);
  return {
    algorithm: ALGORITHM,
    amzDate,
    credential: `${accessKeyId}/${scopeText(scope)}`,
    signCanonical: (canonicalRequest) => signText(stringToSign(amzDate, scope, canonicalRequest)),
    signText,
  };
}
