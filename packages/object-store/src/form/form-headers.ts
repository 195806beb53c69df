import { err, ok, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import type { HeaderFields } from '../http/message.ts';
import { isFieldValue } from '../http/object-headers.ts';

const HEADER_NAMES =
  /^(?:cache-control|content-(?:disposition|encoding|language|md5|type)|expires|x-amz-.+)$/;
const CLAIM_NAMES = /^x-amz-(?:algorithm|credential|date|security-token|signature)$/;

/**
 * Converts form fields to the headers of an equivalent PUT. Fails with InvalidArgument for a value that is not valid in
 * a header.
 */
export function headersOfForm(fields: ReadonlyMap<string, string>): Result<HeaderFields, S3Error> {
  const headers: Record<string, string> = {};
  for (const [field, text] of fields) {
    const name = field === 'acl' ? 'x-amz-acl' : field;
    if (!HEADER_NAMES.test(name) || CLAIM_NAMES.test(name)) continue;
    // Header values are latin1 strings of bytes; form values are UTF-8.
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
