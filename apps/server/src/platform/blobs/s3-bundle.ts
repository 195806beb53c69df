import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS, Sha256 } from '@coffer/contracts';
import { DAY_MS, parseJson } from '@coffer/kit';
import { createRequestSigner, signPolicy } from '@coffer/sigv4';
import * as z from 'zod/mini';
import type { ReceivedFile, SignedFile, SignedReceipt, SignedRequest } from './blobs.ts';
import { encodeMetadata, type Signer } from './s3-sign.ts';
import { bucketUrl } from './bucket-url.ts';

/** Permits exactly these files in this order: the policy fixes key, size, SHA-256, type and metadata of each. */
export function signBundle(signer: Signer, files: readonly SignedFile[]): SignedRequest {
  const at = signer.clock.now();
  const expiresAt = new Date(at.getTime() + LIMITS.partUrlLifeMs);
  const metadata = files.map((file) => encodeMetadata(file.metadata));
  const common = commonOf(metadata);
  const fields = signPolicy(
    signer.access,
    { bucket: signer.bucket, fields: [], at, expiresAt },
    {
      conditions: [],
      metadata: common,
      files: files.map((file, index) => ({
        key: file.key,
        size: file.part.sizeBytes,
        sha256: file.part.sha256,
        'content-type': file.mediaType,
        metadata: without(metadata[index] ?? {}, common),
      })),
    },
  );
  return { url: bucketUrl(signer.access, signer.bucket), headers: {}, fields, expiresAt };
}

type Names = Readonly<Record<string, string>>;

function commonOf([first = {}, ...others]: readonly Names[]): Names {
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => others.every((other) => other[name] === value)),
  );
}

function without(names: Names, common: Names): Names {
  return Object.fromEntries(Object.entries(names).filter(([name]) => !(name in common)));
}

const RECEIPT_LIFE_MS = DAY_MS;

/** Derives a separate signing key, so that the signature of a form is not valid for a receipt. */
const RECEIPT_KEY = 'coffer-bundle-receipt';

const Receipt = z.object({
  bucket: z.string(),
  at: z.string().check(z.regex(/^\d{8}T\d{6}Z$/)),
  region: z.string(),
  accessKeyId: z.string(),
  files: z.array(
    z.object({
      key: z.string(),
      size: z.number().check(z.int(), z.minimum(0)),
      sha256: Sha256,
      etag: z.string(),
    }),
  ),
});

/** Parses the receipt only after verifying its signature. */
export function readReceipt(
  { access, bucket, clock }: Pick<Signer, 'access' | 'bucket' | 'clock'>,
  { receipt, signature }: SignedReceipt,
): readonly ReceivedFile[] | undefined {
  const now = clock.now().getTime();
  // The signing key depends on the date, which is that of the store's clock.
  const days = [now - RECEIPT_LIFE_MS, now, now + LIMITS.clockSkewMaxMs].map((time) => new Date(time));
  if (!days.some((day) => isSame(signature, signatureOf(access, day, receipt)))) return undefined;
  const parsed = Receipt.safeParse(parseJson(receipt));
  if (!parsed.success) return undefined;
  const content = parsed.data;
  const isOurs =
    content.bucket === bucket &&
    content.region === access.region &&
    content.accessKeyId === access.accessKeyId;
  const ageMs = now - timeOf(content.at);
  if (!isOurs || !(ageMs >= -LIMITS.clockSkewMaxMs && ageMs <= RECEIPT_LIFE_MS)) return undefined;
  return content.files.map(({ key, size, sha256, etag }) => ({ key, sizeBytes: size, sha256, etag }));
}

function signatureOf(access: Signer['access'], day: Date, receipt: string): Buffer {
  const signer = createRequestSigner(access, { region: access.region, service: 's3', at: day });
  const key = Buffer.from(signer.signText(RECEIPT_KEY), 'hex');
  return createHmac('sha256', key).update(receipt).digest();
}

/** Checked first, because `Buffer.from(hex)` ignores everything after the last valid digit. */
const SIGNATURE = /^[0-9a-f]{64}$/;

function isSame(received: string, expected: Buffer): boolean {
  return SIGNATURE.test(received) && timingSafeEqual(Buffer.from(received, 'hex'), expected);
}

/** Converts `20261122T101112Z` to milliseconds. */
function timeOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
}
