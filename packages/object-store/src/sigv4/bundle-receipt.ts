import { createHmac, createSecretKey } from 'node:crypto';
import type { Credential } from './authorize.ts';
import { signatureHex, signingKey } from './canonical.ts';

/** What the store says of an object of a bundle that is durable. */
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
  /** In the order of the policy. */
  readonly files: readonly ReceiptFile[];
  readonly now: Date;
}

/** The purpose of the key: no signature made with it is one of a request, nor the other way round. */
const PURPOSE = 'coffer-bundle-receipt';

/**
 * What the store confirms to whoever holds the secret of the key pair that signed a bundle, by the hands of somebody who does not: text, and
 * a signature that nobody else can make.
 */
export function bundleReceipt(
  { accessKeyId, secretAccessKey }: Credential,
  { bucket, region, files, now }: ReceiptFacts,
): { readonly receipt: string; readonly signature: string } {
  const at = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const receipt = JSON.stringify({ bucket, at, region, accessKeyId, files });
  const key = signingKey(secretAccessKey, { date: at.slice(0, 8), region });
  const receiptKey = createSecretKey(createHmac('sha256', key).update(PURPOSE).digest());
  return { receipt, signature: signatureHex(receiptKey, receipt) };
}
