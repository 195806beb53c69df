import * as z from 'zod/mini';
import { Count, SizeBytes } from '../ids.ts';
import { LIMITS } from '../limits.ts';

const PRINTABLE = /^[\x20-\x7e]*$/;

/** Checks only the URL itself. Whether the server may call it is decided for each call. */
function isEndpoint(text: string): boolean {
  if (text === '') return true;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '';
  return isBare && url.hostname !== '' && url.username === '' && url.password === '';
}

/** A bucket at an S3-compatible store, and what to read of it. */
export const BucketSource = z.strictObject({
  /** Empty: Amazon S3 in the region. */
  endpoint: z._default(
    z.string().check(z.trim(), z.maxLength(LIMITS.bucketFieldLengthMax), z.refine(isEndpoint)),
    '',
  ),
  region: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  bucket: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/)),
  /** Only keys that begin with it. */
  prefix: z._default(z.string().check(z.maxLength(LIMITS.bucketFieldLengthMax)), ''),
  /** Both are empty for a public bucket. */
  accessKeyId: z._default(z.string().check(z.maxLength(LIMITS.bucketFieldLengthMax), z.regex(PRINTABLE)), ''),
  secretAccessKey: z._default(
    z.string().check(z.maxLength(LIMITS.bucketFieldLengthMax), z.regex(PRINTABLE)),
    '',
  ),
});
export type BucketSource = z.infer<typeof BucketSource>;

/** What an import would read. */
export const BucketSurvey = z.object({
  objects: Count,
  sizeBytes: SizeBytes,
  /** False: there are more than `LIMITS.bucketSurveyMax` objects, so the numbers are lower bounds. */
  isComplete: z.boolean(),
});
export type BucketSurvey = z.infer<typeof BucketSurvey>;
