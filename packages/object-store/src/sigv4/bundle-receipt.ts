import { createHmac, createSecretKey } from 'node:crypto';
import { amzDateOf, signatureHex, signingKey } from '@coffer/sigv4';
import type { Credential } from './credential.ts';

export interface ReceiptFile {
  readonly key: string;
  readonly size: number;
  /** Base64. */
  readonly sha256: string;
  readonly etag: string;
}

export interface ReceiptFacts {
  readonly bucket: string;
  readonly region: string;
  /** In policy order. */
  readonly files: readonly ReceiptFile[];
  readonly now: Date;
}

/** Derives a key that differs from those that sign requests. */
const PURPOSE = 'coffer-bundle-receipt';

/** A receipt that an untrusted client can carry to the owner of the secret, who can verify its signature. */
export function bundleReceipt(
  { accessKeyId, secretAccessKey }: Credential,
  { bucket, region, files, now }: ReceiptFacts,
): { readonly receipt: string; readonly signature: string } {
  const at = amzDateOf(now);
  const receipt = JSON.stringify({ bucket, at, region, accessKeyId, files });
  const key = signingKey(secretAccessKey, { date: at.slice(0, 8), region, service: 's3' });
  const receiptKey = createSecretKey(createHmac('sha256', key).update(PURPOSE).digest());
  return { receipt, signature: signatureHex(receiptKey, receipt) };
}
