import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { ObjectDescription } from '../disk/records.ts';
import { refusal, type S3Error } from '../errors.ts';
import { isFieldValue } from '../http/object-headers.ts';
import type { StoreLimits } from '../limits.ts';

export interface BundleFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly description: ObjectDescription;
}

const FILES_MAX = 1000;
const texts = z.record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}$/), z.string());

export const bundleSchema = z.object({
  metadata: texts.optional(),
  files: z
    .array(
      z.strictObject({
        key: z.string().min(1),
        size: z.int().min(0),
        sha256: z.string().regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/),
        'content-type': z.string().optional(),
        metadata: texts.optional(),
      }),
    )
    .min(1)
    .max(FILES_MAX),
});

/** Fails with InvalidPolicyDocument, KeyTooLongError, EntityTooLarge or MetadataTooLarge. */
export function bundleFiles(
  { files, metadata: common = {} }: z.infer<typeof bundleSchema>,
  limits: StoreLimits,
): Result<readonly BundleFile[], S3Error> {
  const keys = new Set<string>();
  const bundle: BundleFile[] = [];
  const shared = fieldsOf(common);
  for (const [index, file] of files.entries()) {
    const type = file['content-type'] === undefined ? {} : fieldsOf({ 'content-type': file['content-type'] });
    const own = file.metadata === undefined ? {} : fieldsOf(file.metadata);
    if (shared === undefined || type === undefined || own === undefined) {
      return err(ofFile(index, invalid('A text of a file cannot be sent as a header.')));
    }
    const metadata = { ...shared, ...own };
    if (keys.has(file.key)) return err(ofFile(index, invalid('A key is there twice.')));
    if (Buffer.byteLength(file.key) > limits.keyBytesMax)
      return err(ofFile(index, refusal('KeyTooLongError')));
    if (file.size > limits.bodyBytesMax) return err(ofFile(index, refusal('EntityTooLarge')));
    if (metadataBytes(metadata) > limits.metadataBytesMax)
      return err(ofFile(index, refusal('MetadataTooLarge')));
    keys.add(file.key);
    const description = { headers: type, metadata };
    bundle.push({ key: file.key, sizeBytes: file.size, sha256: file.sha256, description });
  }
  return ok(bundle);
}

export function ofFile(index: number, failure: S3Error): S3Error {
  return { ...failure, details: [['File', String(index)], ...(failure.details ?? [])] };
}

/** Encodes as headers: lower-case names, UTF-8 bytes. Undefined when a value is not valid in a header. */
function fieldsOf(given: Readonly<Record<string, string>>): Record<string, string> | undefined {
  const fields: Record<string, string> = {};
  for (const [name, text] of Object.entries(given)) {
    const value = Buffer.from(text.trim(), 'utf8').toString('latin1');
    if (!isFieldValue(value)) return undefined;
    fields[name.toLowerCase()] = value;
  }
  return fields;
}

function metadataBytes(metadata: Readonly<Record<string, string>>): number {
  let sum = 0;
  for (const [name, value] of Object.entries(metadata)) sum += name.length + value.length;
  return sum;
}

function invalid(reason: string): S3Error {
  return refusal('InvalidPolicyDocument', `Invalid Policy: ${reason}`);
}
