// Builds valid and forged receipts, independently of the implementation.
import { createHmac } from 'node:crypto';
import type { SignedReceipt } from './blobs.ts';

export interface ReceiptOptions {
  readonly secret: string;
  readonly region: string;
  /** `20260304` */
  readonly day: string;
  /** Label of the signing key; empty for the key that signs requests. */
  readonly label?: string;
}

const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export function receiptOf(said: unknown, options: ReceiptOptions): SignedReceipt {
  const { secret, region, day, label = 'coffer-bundle-receipt' } = options;
  const receipt = typeof said === 'string' ? said : JSON.stringify(said);
  const terms = [day, region, 's3', 'aws4_request'];
  const signingKey = terms.reduce<string | Buffer>((key, term) => mac(key, term), `AWS4${secret}`);
  const key = label === '' ? signingKey : mac(signingKey, label);
  return { receipt, signature: mac(key, receipt).toString('hex') };
}
