import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { parseJson, SECOND_MS } from '@coffer/kit';
import type { BlobHead, SignedReceipt, SignedRequest } from './blobs.ts';
import { digestOf } from './digest.ts';
import { type Probe, probeFile, probeKey, RIGHT, WRONG } from './integrity-probe.ts';
import { readReceipt, signBundle } from './s3-bundle.ts';
import { s3Calls } from './s3-calls.ts';
import { storeFailureOf } from './s3-failures.ts';
import { signPost } from './s3-sign.ts';

export interface Forms {
  /** Whether the store verifies the SHA-256 of a form, and pages can read the response. */
  readonly takesForms: boolean;
  /** The same for forms with many files, which return receipts. */
  readonly takesBundles: boolean;
}

/** Only for integrity level 1. Errors are not fatal, because uploads also work without forms. */
export async function testForms(probe: Probe): Promise<Forms> {
  const forms = await takesForms(probe);
  return { takesForms: forms, takesBundles: forms && (await takesBundles(probe)) };
}

/** Whether wrong bytes are refused, right ones accepted, the checksum returned, and the response readable for pages. */
async function takesForms(probe: Probe): Promise<boolean> {
  const key = probeKey(probe);
  const signed = signPost({ ...probe, integrity: 1 }, probeFile(probe, key));
  const wrong = await sendForm(probe, signed, [WRONG]);
  const right = await sendForm(probe, signed, [RIGHT]);
  const held = await takeAway(probe, key);
  return wrong.outcome === 'refused' && right.outcome === 'taken' && held?.sha256 === digestOf(RIGHT).sha256;
}

/** The same for a bundle, whose receipt must agree with the HEAD response. */
async function takesBundles(probe: Probe): Promise<boolean> {
  const files = [probeFile(probe, probeKey(probe)), probeFile(probe, probeKey(probe))];
  const signer = { ...probe, integrity: 1 } as const;
  const signed = signBundle(signer, files);
  const wrong = await sendForm(probe, signed, [RIGHT, WRONG]);
  const right = await sendForm(probe, signed, [RIGHT, RIGHT]);
  const held = await Promise.all(files.map(async ({ key }) => ({ key, ...(await takeAway(probe, key)) })));
  const receipt = receiptIn(right.text);
  const received = receipt === undefined ? undefined : readReceipt(signer, receipt);
  const { sizeBytes, sha256 } = digestOf(RIGHT);
  const isProved = held.every(
    ({ key, etag }, index) =>
      received !== undefined && isDeepStrictEqual(received[index], { key, sizeBytes, sha256, etag }),
  );
  return wrong.outcome === 'refused' && right.outcome === 'taken' && isProved;
}

const Answer = z.object({ receipt: z.string(), signature: z.string() });

function receiptIn(text: string): SignedReceipt | undefined {
  if (!text.startsWith('{')) return undefined;
  return Answer.safeParse(parseJson(text)).data;
}

async function takeAway(probe: Probe, key: string): Promise<BlobHead | undefined> {
  const calls = s3Calls({ ...probe, integrity: 1, isEtagMd5: false });
  const head = await calls.head(key);
  await calls.remove(key);
  return head.ok ? head.value : undefined;
}

interface Sent {
  readonly outcome: 'taken' | 'refused' | 'unknown';
  readonly text: string;
}

async function sendForm(probe: Probe, signed: SignedRequest, files: readonly Buffer[]): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of signed.fields ?? []) form.append(name, value);
  for (const bytes of files) form.append('file', new Blob([new Uint8Array(bytes)]));
  try {
    const answer = await fetch(signed.url, {
      method: 'POST',
      headers: { origin: probe.pageOrigin },
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(20 * SECOND_MS),
    });
    const text = (await answer.text()).slice(0, 16_384);
    const origin = answer.headers.get('access-control-allow-origin');
    const isReadable = origin === probe.pageOrigin || origin === '*';
    if (answer.ok) return { outcome: isReadable ? 'taken' : 'unknown', text };
    return { outcome: answer.status < 500 ? 'refused' : 'unknown', text };
  } catch (error) {
    storeFailureOf(error);
    return { outcome: 'unknown', text: '' };
  }
}
