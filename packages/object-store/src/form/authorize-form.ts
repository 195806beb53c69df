import { timingSafeEqual } from 'node:crypto';
import { err, ok, SECOND_MS, type Result } from '@coffer/kit';
import { ALGORITHM, signatureHex, signingKey } from '@coffer/sigv4';
import { refusal, type S3Error } from '../errors.ts';
import type { AuthorizeOptions } from '../sigv4/authorize.ts';
import { parseSigner } from '../sigv4/claim.ts';
import { type Credential, findCredential } from '../sigv4/credential.ts';

const CLAIM_FIELDS = ['x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature'] as const;

/**
 * Checks the signature of a form's policy. Fails with AccessDenied, InvalidAccessKeyId, SignatureDoesNotMatch,
 * InvalidRequest or InvalidArgument.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-authentication-HTTPPOST.html
 */
export function authorizeForm(
  fields: ReadonlyMap<string, string>,
  { credentials, region, limits, nowMs }: AuthorizeOptions,
): Result<Credential, S3Error> {
  if (fields.has('awsaccesskeyid')) {
    return err(
      refusal('InvalidRequest', `The authorization mechanism is not supported. Please use ${ALGORITHM}.`),
    );
  }
  const policy = fields.get('policy');
  const [algorithm, credential, amzDate, signature] = CLAIM_FIELDS.map((name) => fields.get(name));
  if (policy === undefined) return err(signature === undefined ? refusal('AccessDenied') : missing('policy'));
  if (algorithm === undefined) return err(missing('X-Amz-Algorithm'));
  if (credential === undefined) return err(missing('X-Amz-Credential'));
  if (amzDate === undefined) return err(missing('X-Amz-Date'));
  if (signature === undefined) return err(missing('X-Amz-Signature'));
  const signer = parseSigner(credential, amzDate);
  if (algorithm !== ALGORITHM || signer === undefined) {
    const name = algorithm === ALGORITHM ? 'X-Amz-Credential' : 'X-Amz-Algorithm';
    return err(refusal('InvalidArgument', 'The signing fields are malformed.', [['ArgumentName', name]]));
  }
  if (signer.region !== region) {
    const message = `The credential's region is wrong; expecting '${region}'`;
    return err(refusal('AuthorizationQueryParametersError', message, [['Region', region]]));
  }
  // The policy has its own expiry. This also limits a signature to the lifetime of a presigned URL.
  const ageMs = nowMs - signer.signedAtMs;
  if (ageMs < -limits.clockSkewMs) return err(refusal('AccessDenied', 'Request is not yet valid'));
  if (ageMs > limits.presignSecondsMax * SECOND_MS)
    return err(refusal('AccessDenied', 'Request has expired'));
  const { credential: pair, isKnown } = findCredential(credentials, signer.accessKeyId);
  const key = signingKey(pair.secretAccessKey, {
    date: signer.scopeDate,
    region: signer.region,
    service: 's3',
  });
  const isSigned =
    /^[0-9a-f]{64}$/.test(signature) &&
    timingSafeEqual(Buffer.from(signatureHex(key, policy), 'hex'), Buffer.from(signature, 'hex'));
  if (!isKnown) return err(refusal('InvalidAccessKeyId'));
  return isSigned ? ok(pair) : err(refusal('SignatureDoesNotMatch'));
}

function missing(name: string): S3Error {
  const message = `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`;
  return refusal('InvalidArgument', message, [
    ['ArgumentName', name],
    ['ArgumentValue', ''],
  ]);
}
