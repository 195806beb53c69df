const EXPOSED_HEADERS = 'x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date';

export interface Access {
  /** Origins that may call the pool. `*` is safe, as at Cognito, because no cookies are used. */
  readonly corsOrigins: '*' | readonly string[];
  /** Allowed host names without ports. Undefined: any. */
  readonly hosts: readonly string[] | undefined;
}

export function corsHeaders(
  allowed: Access['corsOrigins'],
  origin: string | null,
): Readonly<Record<string, string>> {
  if (allowed === '*')
    return { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': EXPOSED_HEADERS };
  if (origin === null || !allowed.includes(origin)) return { Vary: 'Origin' };
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    Vary: 'Origin',
  };
}

/** Checks the Host header against DNS rebinding. Ignores ports, because a proxy may use another one. */
export function isOwnHost(hosts: Access['hosts'], request: Request): boolean {
  if (hosts === undefined) return true;
  const named = request.headers.get('host') ?? new URL(request.url).host;
  return hosts.includes(named.replace(/:\d{1,5}$/, '').toLowerCase());
}
