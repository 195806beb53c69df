import { createHash, createHmac } from 'node:crypto';
import { BUCKET, CREDENTIAL, REGION } from './live-store.world.ts';
import {
  type Fields,
  FORM_DELIMITER,
  FORM_TYPE,
  type FormOptions,
  signedFields,
  without,
} from './signed-form.world.ts';

export interface PolicyFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
  readonly 'content-type'?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface BundleOptions extends Omit<FormOptions, 'policy' | 'conditions'> {
  readonly members?: Readonly<Record<string, unknown>>;
  readonly bucket?: string;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

export const policyFile = (key: string, bytes: Uint8Array): PolicyFile => ({
  key,
  size: bytes.length,
  sha256: sha256(bytes),
});

export function bundleFields(files: readonly unknown[], options: BundleOptions = {}): Fields {
  const { members = {}, bucket = BUCKET, expiresInMs = 60_000 } = options;
  const policy = {
    expiration: new Date(Date.now() + expiresInMs).toISOString(),
    conditions: [
      { bucket },
      ...['algorithm', 'credential', 'date'].map((name) => ['starts-with', `$x-amz-${name}`, '']),
    ],
    files,
    ...members,
  };
  return without(signedFields('', { ...options, policy }), 'key');
}

export function bundleBody(fields: Fields, files: readonly Uint8Array[]): Buffer {
  const boundary = FORM_DELIMITER.slice(4);
  const pieces: (string | Uint8Array)[] = [];
  for (const [name, value] of fields) {
    pieces.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  }
  for (const file of files) {
    const head = 'Content-Disposition: form-data; name="file"; filename="blob"\r\nContent-Type: text/html';
    pieces.push(`--${boundary}\r\n${head}\r\n\r\n`, file, '\r\n');
  }
  pieces.push(`--${boundary}--\r\n`);
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
}

export async function sendBundle(origin: string, objects: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const policy = [...objects].map(([key, content]) => policyFile(key, content));
  const body = bundleBody(bundleFields(policy), [...objects.values()]);
  const headers = { 'content-type': FORM_TYPE };
  const answer = await fetch(`${origin}/${BUCKET}`, { method: 'POST', body, headers });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
}

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

export function receiptSignature(
  receipt: string,
  secret = CREDENTIAL.secretAccessKey,
  region = REGION,
): string {
  const { at } = JSON.parse(receipt) as { readonly at: string };
  const signingKey = [at.slice(0, 8), region, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${secret}`,
  );
  return hmac(hmac(signingKey, 'coffer-bundle-receipt'), receipt).toString('hex');
}
