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
  /** Set where `x-amz-checksum-*` speaks of an object and not of this document. */
  readonly ignoresChecksum?: boolean;
}

/** Reads, verifies and parses a request document. Fails with MalformedXML and the codes of a bad payload. */
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
    for await (const chunk of payload.value.chunks()) chunks.push(chunk);
  } catch (error) {
    if (error instanceof PayloadError) return err(error.failure);
    if (error instanceof RequestAborted) return err(refusal('IncompleteBody'));
    throw error;
  }
  const verified = payload.value.verify();
  if (!verified.ok) return verified;
  const parsed = parseXml(Buffer.concat(chunks).toString('utf8'));
  if (!parsed.ok || parsed.value.name !== options.root) return err(refusal('MalformedXML'));
  return ok(parsed.value);
}
