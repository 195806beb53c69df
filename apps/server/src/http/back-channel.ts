import { type Clock, MINUTE_MS } from '@coffer/kit';
import { networkOf } from '../platform/network/client-address.ts';
import { createRateLimit } from '../platform/rate-limit.ts';
import { readBytes } from './read-body.ts';

export type BackChannelLogout = (
  issuerId: string,
  token: string,
) => Promise<'done' | 'refused' | 'unavailable'>;

const BODY_BYTES_MAX = 16_384;
/** The rate limit is generous, because an issuer may sign out many people at once. */
const PER_MINUTE = 1_200;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/**
 * OpenID Connect back-channel logout. Responds with 200 without a body, or 400; never cacheable.
 * @see https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest
 */
export function createBackChannel(
  logout: BackChannelLogout,
  clock: Clock,
): (call: {
  readonly request: Request;
  readonly issuerId: string;
  readonly address: string;
}) => Promise<Response> {
  const limit = createRateLimit({ clock, burst: PER_MINUTE, intervalMs: MINUTE_MS / PER_MINUTE });
  return async ({ request, issuerId, address }) => {
    if (request.method !== 'POST') return answer(405, { allow: 'POST' });
    if (limit.take(networkOf(address)) > 0) return answer(429, { 'retry-after': '60' });
    const token = await readToken(request);
    if (token === undefined) return refusal();
    const outcome = await logout(issuerId, token);
    if (outcome === 'done') return answer(200);
    return outcome === 'refused' ? refusal() : answer(503, { 'retry-after': '10' });
  };
}

async function readToken(request: Request): Promise<string | undefined> {
  if (!FORM_TYPE.test(request.headers.get('content-type') ?? '')) return undefined;
  const bytes = await readBytes(request, BODY_BYTES_MAX);
  if (bytes === undefined) return undefined;
  const tokens = new URLSearchParams(Buffer.from(bytes).toString('utf8')).getAll('logout_token');
  return tokens.length === 1 ? tokens[0] : undefined;
}

function refusal(): Response {
  const body = JSON.stringify({ error: 'invalid_request' });
  return new Response(body, {
    status: 400,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

function answer(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...headers, 'cache-control': 'no-store' } });
}
