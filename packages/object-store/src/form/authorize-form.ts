import { timingSafeEqual } from 'node:crypto';
import { err, ok, SECOND_MS, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import type { AuthorizeOptions, Credential } from '../sigv4/authorize.ts';
import { signatureHex, signingKey } from '../sigv4/canonical.ts';
import { ALGORITHM, parseSigner } from '../sigv4/claim.ts';

const CLAIM_FIELDS = ['x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature'] as const;

/**
 * Checks the signature of a form, which is that of its policy. Fails with AccessDenied, InvalidAccessKeyId, SignatureDoesNotMatch,
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
  // Its policy says when a form ends; beyond that, no signing key lives longer than a presigned URL may.
  const ageMs = nowMs - signer.signedAtMs;
  if (ageMs < -limits.clockSkewMs) return err(refusal('AccessDenied', 'Request is not yet valid'));
  if (ageMs > limits.presignSecondsMax * SECOND_MS)
    return err(refusal('AccessDenied', 'Request has expired'));
  const known = credentials.find((candidate) => candidate.accessKeyId === signer.accessKeyId);
  if (known === undefined) return err(refusal('InvalidAccessKeyId'));
  const key = signingKey(known.secretAccessKey, { date: signer.scopeDate, region: signer.region });
  const isSigned =
    /^[0-9a-f]{64}$/.test(signature) &&
    timingSafeEqual(Buffer.from(signatureHex(key, policy), 'hex'), Buffer.from(signature, 'hex'));
  return isSigned ? ok(known) : err(refusal('SignatureDoesNotMatch'));
}

function missing(name: string): S3Error {
  const message = `Bucket POST must contain a field named '${name}'.  If it is specified, please check the order of the fields.`;
  return refusal('InvalidArgument', message, [
    ['ArgumentName', name],
    ['ArgumentValue', ''],
  ]);
}
