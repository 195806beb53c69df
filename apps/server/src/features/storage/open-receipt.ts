import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { Receipt, ReceiptStatement } from '@coffer/contracts';
import { err, ok, parseJson, type Result } from '@coffer/kit';
import * as z from 'zod/mini';

/** A key from a PEM file has no `kid` and matches any receipt. */
export interface ReceiptKey {
  readonly kid: string | undefined;
  readonly key: KeyObject;
}

export type ReceiptFault =
  /** None of the keys signed the receipt, or it was changed. */
  | { readonly code: 'receipt_forged' }
  | { readonly code: 'key_unknown'; readonly kid: string | undefined }
  | { readonly code: 'receipt_invalid' };

export interface OpenedReceipt {
  readonly statement: ReceiptStatement;
  readonly kid: string | undefined;
}

const Jwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.optional(z.string()),
});
const JwkSet = z.object({ keys: z.array(z.unknown()) });
/** Unknown members are ignored, but a header with `crit` is rejected (RFC 7515, section 4.1.11). */
const Header = z.object({
  alg: z.literal('EdDSA'),
  kid: z.optional(z.string()),
  crit: z.optional(z.never()),
});

/** Opens a receipt. Verifies the signature before reading the statement. */
export function openReceipt(
  value: unknown,
  keys: readonly ReceiptKey[],
): Result<OpenedReceipt, ReceiptFault> {
  const receipt = Receipt.safeParse(value);
  if (!receipt.success) return err({ code: 'receipt_invalid' });
  const header = Header.safeParse(decode(receipt.data.protected));
  if (!header.success) return err({ code: 'receipt_invalid' });
  const { kid } = header.data;
  const named = keys.filter((each) => each.kid === undefined || kid === undefined || each.kid === kid);
  if (named.length === 0) return err({ code: 'key_unknown', kid });
  const signed = Buffer.from(`${receipt.data.protected}.${receipt.data.payload}`);
  const signature = Buffer.from(receipt.data.signature, 'base64url');
  if (!named.some(({ key }) => verify(undefined, signed, key, signature)))
    return err({ code: 'receipt_forged' });
  const statement = ReceiptStatement.safeParse(decode(receipt.data.payload));
  if (!statement.success || !isConsistent(statement.data)) return err({ code: 'receipt_invalid' });
  return ok({ statement: statement.data, kid });
}

/** The issuer that a receipt names. Unverified, and only for finding a key. */
export function claimedIssuer(value: unknown): string | undefined {
  const receipt = Receipt.safeParse(value);
  if (!receipt.success) return undefined;
  const payload = z.object({ issuer: z.string() }).safeParse(decode(receipt.data.payload));
  return payload.success ? payload.data.issuer : undefined;
}

/** Parses a JWK Set, a single JWK or PEM. Omits keys other than Ed25519. */
export function parseReceiptKeys(text: string): readonly ReceiptKey[] {
  const value = parseJson(text);
  if (value === undefined) return fromPem(text);
  const set = JwkSet.safeParse(value);
  return (set.success ? set.data.keys : [value]).flatMap((each) => {
    const jwk = Jwk.safeParse(each);
    if (!jwk.success || Buffer.from(jwk.data.x, 'base64url').length !== 32) return [];
    const { kty, crv, x, kid } = jwk.data;
    return [{ kid, key: createPublicKey({ key: { kty, crv, x }, format: 'jwk' }) }];
  });
}

function fromPem(text: string): readonly ReceiptKey[] {
  try {
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519' ? [{ kid: undefined, key }] : [];
  } catch (error) {
    if (error instanceof Error) return [];
    throw error;
  }
}

/** Whether the part count matches the sizes. */
function isConsistent({ sha256, sizeBytes, partSizeBytes }: ReceiptStatement): boolean {
  const [, count] = sha256.split('-');
  if (count === undefined) return true;
  return partSizeBytes > 0 && Math.max(1, Math.ceil(sizeBytes / partSizeBytes)) === Number(count);
}

function decode(text: string): unknown {
  return parseJson(Buffer.from(text, 'base64url').toString('utf8'));
}
