import { err, ok, type Result } from '@coffer/kit';
import { readBody } from '../../http/read-body.ts';

const FORM_SIZE_BYTES_MAX = 64 * 1024;
const FIELDS_MAX = 100;

export type Form = ReadonlyMap<string, string>;
export type FormFault = { readonly code: 'not_a_form' | 'form_too_large' | 'field_repeated' };

/** Each field may occur once (RFC 6749 §3.2). */
export async function readForm(request: Request): Promise<Result<Form, FormFault>> {
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return err({ code: 'not_a_form' });
  const body = await readBody(request);
  if (!body.ok || body.value.length > FORM_SIZE_BYTES_MAX) return err({ code: 'form_too_large' });
  return readParameters(new URLSearchParams(body.value.toString('utf8')));
}

export function readParameters(parameters: URLSearchParams): Result<Form, FormFault> {
  const form = new Map<string, string>();
  for (const [name, value] of parameters) {
    if (form.has(name)) return err({ code: 'field_repeated' });
    if (form.size >= FIELDS_MAX) return err({ code: 'form_too_large' });
    form.set(name, value);
  }
  return ok(form);
}
