import { err, ok, type Result } from '@coffer/kit';
import type { Call } from '../call.ts';
import { refusal, type S3Error } from '../errors.ts';
import { parseXml, type XmlElement } from '../xml/parse.ts';
import { RequestAborted } from './message.ts';
import { Payload } from './payload.ts';
import { PayloadError } from '../sigv4/byte-reader.ts';

export interface XmlBodyOptions {
  readonly root: string;
  readonly bytesMax: number;
  readonly ignoresChecksum?: boolean;
}

/** Reads an XML request body. Fails with MalformedXML, and the codes of an invalid payload. */
export async function readXmlBody(call: Call, options: XmlBodyOptions): Promise<Result<XmlElement, S3Error>> {
  const payload = Payload.open(call.request, {
    binding: call.authorization.payload,
    bytesMax: options.bytesMax,
    tooLarge: refusal('MaxMessageLengthExceeded'),
    wantsEtag: false,
    ignoresChecksum: options.ignoresChecksum ?? false,
  });
  if (!payload.ok) return payload;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of payload.value.chunks()) {
      chunks.push(Buffer.from(chunk));
      payload.value.release(chunk);
    }
  } catch (error) {
    if (error instanceof PayloadError) return err(error.failure);
    if (error instanceof RequestAborted) return err(refusal('IncompleteBody'));
    throw error;
  }
  const verified = payload.value.verify();
  if (!verified.ok) return verified;
  const text = decodeUtf8(Buffer.concat(chunks));
  const parsed = text === undefined ? err('malformed_xml') : parseXml(text);
  if (!parsed.ok || parsed.value.name !== options.root) return err(refusal('MalformedXML'));
  return ok(parsed.value);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined for invalid UTF-8, because replacement characters would name another key. */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
