import { err, ok, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import type { HeaderFields } from '../http/message.ts';
import { isFieldValue } from '../http/object-headers.ts';

/** Fields that say about the file what headers of the same names say about the body of a PUT. */
const HEADER_NAMES =
  /^(?:cache-control|content-(?:disposition|encoding|language|md5|type)|expires|x-amz-.+)$/;
/** What signs the form says nothing about the file. */
const CLAIM_NAMES = /^x-amz-(?:algorithm|credential|date|security-token|signature)$/;

/** The headers that a PUT of the same file would have had. Fails with InvalidArgument when one could not be sent as a header. */
export function headersOfForm(fields: ReadonlyMap<string, string>): Result<HeaderFields, S3Error> {
  const headers: Record<string, string> = {};
  for (const [field, text] of fields) {
    const name = field === 'acl' ? 'x-amz-acl' : field;
    if (!HEADER_NAMES.test(name) || CLAIM_NAMES.test(name)) continue;
    // Headers are bytes; a form writes them in UTF-8.
    const value = Buffer.from(text.trim(), 'utf8').toString('latin1');
    if (!isFieldValue(value)) {
      return err(
        refusal('InvalidArgument', 'A field cannot be sent as a header.', [['ArgumentName', field]]),
      );
    }
    headers[name] = value;
  }
  return ok(headers);
}
