import { SERVER_LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { DavCall, DavFailure } from './dav-call.ts';
import { parseXml, type XmlElement } from './xml/parse-xml.ts';

/** Parses the body as XML. Undefined if there is no body. */
export async function readXmlBody(call: DavCall): Promise<Result<XmlElement | undefined, DavFailure>> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of call.body()) {
    sizeBytes += chunk.length;
    if (sizeBytes > SERVER_LIMITS.davXmlMaxBytes) return err({ status: 413 });
    chunks.push(chunk);
  }
  if (sizeBytes === 0) return ok(undefined);
  const root = parseXml(Buffer.concat(chunks));
  return root === undefined ? err({ status: 400, text: 'The body is not well-formed XML.' }) : ok(root);
}
