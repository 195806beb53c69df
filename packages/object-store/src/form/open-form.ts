import { err, ok, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import { RequestAborted, type StoreRequest } from '../http/message.ts';
import type { StoreServices } from '../call.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import { FileParts } from './file-parts.ts';
import { FormReader } from './form-reader.ts';
import { parsePartHeader } from './part-header.ts';

export interface FormUpload {
  /** Names are in lower case. `${filename}` is already replaced. */
  readonly fields: ReadonlyMap<string, string>;
  /** Must be read to the end of the request. Fields after the file are ignored, as in S3. */
  readonly file: AsyncIterable<Uint8Array>;
  readonly fileBytesMax: number;
  readonly files: FileParts;
  readonly fieldBytes: number;
  /** Call this once the signature is verified, so that the form can no longer be dropped under load. */
  trust(): void;
  /** Must always be called. */
  close(): Promise<void>;
}

const LINE_END = Buffer.from('\r\n');
const HEADER_END = Buffer.from('\r\n\r\n');
const VERBATIM = new Set(['policy', 'x-amz-signature']);

/**
 * Reads a form (RFC 7578) up to its `file`. Fails with an S3 error for an invalid or interrupted form;
 * reading the file throws PayloadError.
 */
export async function openForm(
  request: StoreRequest,
  { limits, unverifiedForms }: Pick<StoreServices, 'limits' | 'unverifiedForms'>,
): Promise<Result<FormUpload, S3Error>> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  if (!boundary.ok) return boundary;
  const length = request.headers['content-length'];
  if (length === undefined || !/^\d{1,15}$/.test(length)) return err(refusal('MissingContentLength'));
  const waiting = unverifiedForms.enter(request);
  const reader = new FormReader(request.body, (bytes) => waiting.receive(bytes));
  const delimiter = Buffer.from(`\r\n--${boundary.value}`, 'latin1');
  try {
    const { fields, filename } = await readFields(reader, delimiter, limits);
    return ok({
      fields: new Map([...fields].map(([name, value]) => [name, fillIn(name, value, filename)])),
      file: fileOf(reader, delimiter),
      files: new FileParts(reader, delimiter),
      fieldBytes: reader.consumedBytes,
      fileBytesMax: Math.max(0, Number(length) - reader.consumedBytes),
      trust: () => waiting.leave(),
      close: async () => {
        waiting.leave();
        await reader.close();
      },
    });
  } catch (error) {
    waiting.leave();
    await reader.close();
    if (error instanceof PayloadError) return err(error.failure);
    if (error instanceof RequestAborted) return err(refusal('IncompleteBody'));
    throw error;
  }
}

function boundaryOf(contentType: string): Result<string, S3Error> {
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    return err(
      refusal('PreconditionFailed', undefined, [
        ['Condition', 'Bucket POST must be of the enclosure-type multipart/form-data'],
      ]),
    );
  }
  const [, quoted, plain] =
    /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))\s*(?:;|$)/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  return boundary === undefined ? err(refusal('MalformedPOSTRequest')) : ok(boundary);
}

interface FieldsRead {
  readonly fields: ReadonlyMap<string, string>;
  readonly filename: string;
}

interface FieldLimits {
  readonly formBytesMax: number;
  readonly bundleFormBytesMax: number;
}

async function readFields(reader: FormReader, delimiter: Buffer, limits: FieldLimits): Promise<FieldsRead> {
  const fields = new Map<string, string>();
  const tooLong = refusal('MaxPostPreDataLengthExceededError');
  let policyBytes = 0;
  const left = (): number => limits.formBytesMax - (reader.consumedBytes - policyBytes);
  const opening = delimiter.subarray(LINE_END.length);
  if (!(await reader.take(opening.length)).equals(opening)) throw malformed();
  for (;;) {
    const lineEnd = await reader.take(LINE_END.length);
    if (lineEnd.equals(Buffer.from('--'))) throw new PayloadError(noFile());
    if (!lineEnd.equals(LINE_END)) throw malformed();
    const part = parsePartHeader(decodeUtf8(await reader.upTo(HEADER_END, left(), tooLong)));
    if (part === undefined) throw malformed();
    const name = part.name.toLowerCase();
    if (name === 'file') return { fields, filename: part.filename.replace(/^.*[/\\]/s, '') };
    // A repeated field could bypass the policy check.
    if (fields.has(name)) throw new PayloadError(repeated(name));
    const isPolicy = name === 'policy';
    const value = await reader.upTo(delimiter, isPolicy ? limits.bundleFormBytesMax : left(), tooLong);
    if (isPolicy) policyBytes = value.length;
    fields.set(name, decodeUtf8(value));
  }
}

async function* fileOf(reader: FormReader, delimiter: Buffer): AsyncGenerator<Uint8Array> {
  yield* reader.until(delimiter);
  const end = (await reader.take(2)).toString('latin1');
  if (end !== '--' && end !== '\r\n') throw malformed();
  await reader.drain();
}

function fillIn(name: string, value: string, filename: string): string {
  return VERBATIM.has(name) ? value : value.replaceAll('${filename}', () => filename);
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw malformed();
    throw error;
  }
}

function malformed(): PayloadError {
  return new PayloadError(refusal('MalformedPOSTRequest'));
}

function noFile(): S3Error {
  return refusal('InvalidArgument', 'POST requires exactly one file upload per request.', [
    ['ArgumentName', 'file'],
    ['ArgumentValue', '0'],
  ]);
}

function repeated(name: string): S3Error {
  return refusal('InvalidArgument', 'A field of the form may be there once only.', [['ArgumentName', name]]);
}
