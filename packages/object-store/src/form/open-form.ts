import { defined, err, ok, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import { RequestAborted, type StoreRequest } from '../http/message.ts';
import type { StoreLimits } from '../limits.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';
import { FormReader } from './form-reader.ts';

/** A browser's form up to its file. */
export interface FormUpload {
  /** By lower-case name, `${filename}` replaced. */
  readonly fields: ReadonlyMap<string, string>;
  /** The bytes of the file. To be read to the end, and with it the request; fields behind the file are ignored, as by Amazon. */
  readonly file: AsyncIterable<Uint8Array>;
  /** The file cannot be longer: so much of the request was left. */
  readonly fileBytesMax: number;
  /** To be called in the end, whether or not the file was read. */
  close(): Promise<void>;
}

const LINE_END = Buffer.from('\r\n');
const HEADER_END = Buffer.from('\r\n\r\n');
/** In these nothing is replaced: they are what was signed, and the signature. */
const VERBATIM = new Set(['policy', 'x-amz-signature']);

/**
 * Reads a form (RFC 7578) until its `file` begins. Fails with MalformedPOSTRequest, MaxPostPreDataLengthExceededError, InvalidArgument,
 * PreconditionFailed, MissingContentLength or IncompleteBody; reading the file throws PayloadError.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTForms.html
 */
export async function openForm(
  request: StoreRequest,
  { formBytesMax }: Pick<StoreLimits, 'formBytesMax'>,
): Promise<Result<FormUpload, S3Error>> {
  const boundary = boundaryOf(request.headers['content-type'] ?? '');
  if (!boundary.ok) return boundary;
  const length = request.headers['content-length'];
  if (length === undefined || !/^\d{1,15}$/.test(length)) return err(refusal('MissingContentLength'));
  const reader = new FormReader(request.body);
  const delimiter = Buffer.from(`\r\n--${boundary.value}`, 'latin1');
  try {
    const { fields, filename } = await readFields(reader, delimiter, formBytesMax);
    return ok({
      fields: new Map([...fields].map(([name, value]) => [name, fillIn(name, value, filename)])),
      file: fileOf(reader, delimiter),
      fileBytesMax: Math.max(0, Number(length) - reader.consumedBytes),
      close: () => reader.close(),
    });
  } catch (error) {
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
  /** What the client calls its file, without folders. */
  readonly filename: string;
}

async function readFields(reader: FormReader, delimiter: Buffer, bytesMax: number): Promise<FieldsRead> {
  const fields = new Map<string, string>();
  const tooLong = refusal('MaxPostPreDataLengthExceededError');
  const left = (): number => bytesMax - reader.consumedBytes;
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
    // What is checked and what is used must be one thing.
    if (fields.has(name)) throw new PayloadError(repeated(name));
    fields.set(name, decodeUtf8(await reader.upTo(delimiter, left(), tooLong)));
  }
}

async function* fileOf(reader: FormReader, delimiter: Buffer): AsyncGenerator<Uint8Array> {
  yield* reader.until(delimiter);
  const end = (await reader.take(2)).toString('latin1');
  if (end !== '--' && end !== '\r\n') throw malformed();
  await reader.drain();
}

/** Name and file name of `Content-Disposition: form-data; name="..."; filename="..."`. */
function parsePartHeader(text: string): { readonly name: string; readonly filename: string } | undefined {
  const line = text.split('\r\n').find((candidate) => /^content-disposition:/i.test(candidate));
  const [, parameters] = /^content-disposition:\s*form-data\s*(;.*)$/i.exec(line ?? '') ?? [];
  if (parameters === undefined) return undefined;
  const found = new Map<string, string>();
  const parameter = /\s*;\s*([\w*.-]+)=(?:"((?:\\"|[^"])*)"|([^\s;"]*))\s*/y;
  while (parameter.lastIndex < parameters.length) {
    const match = parameter.exec(parameters);
    if (match === null) return undefined;
    found.set(
      defined(match[1], 'a parameter has a name').toLowerCase(),
      unescape(match[2] ?? match[3] ?? ''),
    );
  }
  const name = found.get('name');
  return name === undefined ? undefined : { name, filename: found.get('filename') ?? '' };
}

/** Some clients write a quote as `\"`, browsers as `%22`; a backslash alone is of a path of Windows. */
function unescape(text: string): string {
  return text.replaceAll('\\"', '"').replaceAll('%22', '"');
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
