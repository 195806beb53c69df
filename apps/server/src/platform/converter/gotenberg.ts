import { randomUUID } from 'node:crypto';
import { err, MIB, ok, type Result, SECOND_MS } from '@coffer/kit';
import type { Converter, ConverterFailure, OfficeFile } from './converter.ts';

interface GotenbergOptions {
  /** Scheme, host and port, from the operator. No file data becomes part of the URL. */
  readonly origin: string;
  readonly timeLimitMs?: number;
  readonly answerBytesMax?: number;
}

const TIME_LIMIT_MS = 120 * SECOND_MS;
const ANSWER_BYTES_MAX = 64 * MIB;
const PDF = Buffer.from('%PDF-');

/** @see https://gotenberg.dev/docs/routes#office-documents-into-pdfs-route */
export function createGotenberg({
  origin,
  timeLimitMs = TIME_LIMIT_MS,
  answerBytesMax = ANSWER_BYTES_MAX,
}: GotenbergOptions): Converter {
  return {
    convert: async (file) => {
      const source = { isBroken: false };
      const form = formOf(file, source);
      try {
        const response = await fetch(`${origin}/forms/libreoffice/convert`, {
          method: 'POST',
          headers: { 'content-type': form.type, 'content-length': String(form.sizeBytes) },
          body: ReadableStream.from(form.bytes),
          duplex: 'half',
          // A redirect would lead to a service that the operator did not choose.
          redirect: 'manual',
          signal: AbortSignal.timeout(timeLimitMs),
        });
        return await read(response, answerBytesMax);
      } catch (error) {
        if (source.isBroken) return err({ code: 'source_failed' });
        return err({ code: 'unavailable', reason: reasonOf(error) });
      }
    },
  };
}

interface Form {
  readonly type: string;
  readonly sizeBytes: number;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Streamed, so that a large file is never completely in memory. */
function formOf({ extension, sizeBytes, bytes }: OfficeFile, source: { isBroken: boolean }): Form {
  const boundary = `coffer-${randomUUID()}`;
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="document.${extension}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  );
  const end = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: head.length + sizeBytes + end.length,
    bytes: (async function* send() {
      yield head;
      try {
        yield* bytes;
      } catch (error) {
        source.isBroken = true;
        throw error;
      }
      yield end;
    })(),
  };
}

async function read(response: Response, bytesMax: number): Promise<Result<Buffer, ConverterFailure>> {
  const { status, body } = response;
  if (status !== 200) {
    await body?.cancel();
    // 400, 413, 415 and 422 are about the file. 404 and redirects mean another service; 429 and 5xx mean later.
    const isOfFile = status === 400 || status === 413 || status === 415 || status === 422;
    return err({ code: isOfFile ? 'unreadable' : 'unavailable', reason: `it answered ${status}` });
  }
  const parts: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const part of body ?? []) {
    sizeBytes += part.length;
    if (sizeBytes > bytesMax) return err({ code: 'unreadable', reason: 'the document is too large' });
    parts.push(part);
  }
  const document = Buffer.concat(parts);
  // One file in gives one document. Anything else would be an archive, or an error page of a proxy.
  if (!document.subarray(0, PDF.length).equals(PDF))
    return err({ code: 'unreadable', reason: 'the answer is not a PDF' });
  return ok(document);
}

/** Omits URLs, which may be secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (error.name === 'TimeoutError') return 'it took too long';
  const { cause } = error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
}
