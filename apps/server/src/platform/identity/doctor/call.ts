import { signRequest } from '@coffer/sigv4';
import { z } from 'zod';
import { probeUrl, jsonOf, type NetworkError } from '../../network/probe-url.ts';
import type { ExaminedPool } from './examined.ts';

/** `stranger`: a response that does not follow the protocol. */
export type Outcome =
  | { readonly kind: 'network_error'; readonly networkError: NetworkError }
  | { readonly kind: 'stranger'; readonly status: number }
  | { readonly kind: 'failing'; readonly status: number }
  | { readonly kind: 'exception'; readonly name: string; readonly message: string; readonly date: string }
  | { readonly kind: 'done'; readonly body: unknown; readonly date: string };

const Body = z.record(z.string(), z.unknown());
const Exception = z.object({ __type: z.string(), message: z.string().optional() });
const UpperException = z.object({ Message: z.string() });

export async function callPool(
  pool: ExaminedPool,
  operation: string,
  input: { readonly body: Readonly<Record<string, unknown>>; readonly isSigned?: boolean },
): Promise<Outcome> {
  const url = new URL(pool.endpoint);
  const body = JSON.stringify(input.body);
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const signed =
    input.isSigned === true && pool.admin !== undefined
      ? signRequest({ method: 'POST', url, headers, body }, pool.admin, {
          region: pool.region,
          service: 'cognito-idp',
          at: pool.clock.now(),
        })
      : headers;
  const result = await probeUrl(url.href, { method: 'POST', headers: signed, body });
  if ('networkError' in result) return { kind: 'network_error', networkError: result.networkError };
  const { status, headers: given, bytes } = result.answer;
  const date = given.get('date') ?? '';
  const json = Body.safeParse(bytes.length === 0 ? {} : jsonOf({ bytes }));
  if (json.success && status === 200) return { kind: 'done', body: json.data, date };
  const exception = Exception.safeParse(json.data);
  if (exception.success && status < 500) {
    const { __type: type, message = UpperException.safeParse(json.data).data?.Message ?? '' } =
      exception.data;
    const name = /([A-Za-z]+):?$/.exec(type.split(':')[0] ?? '')?.[1] ?? type;
    return { kind: 'exception', name, message, date };
  }
  return { kind: status >= 500 ? 'failing' : 'stranger', status };
}
