export {
  canonicalQuery,
  canonicalRequest,
  encodePath,
  encodeRfc3986,
  sha256Hex,
} from './canonical-request.ts';
export { presignUrl } from './presign-url.ts';
export { createRequestSigner, type RequestSigner, type SigningKeys } from './request-signer.ts';
export { signForm, signPolicy } from './sign-policy.ts';
export { signRequest } from './sign-request.ts';
export {
  ALGORITHM,
  amzDateOf,
  scopeText,
  type SigningScope,
  signatureHex,
  signingKey,
  stringToSign,
} from './signing-key.ts';
