import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { type Client, findClient } from '../../store/pools.ts';
import type { AuthorizationParameters } from '../store/authorization-requests.ts';
import { mayRedirectTo } from './redirect-uri.ts';
import { parseScope } from './scopes.ts';

export type AuthorizeErrorCode =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'login_required'
  | 'access_denied'
  | 'server_error';

/** An error that is reported to the client, at a verified redirect URL. */
export interface AuthorizeError {
  readonly kind: 'redirect';
  readonly client: Client;
  readonly redirectUri: string;
  readonly state: string | undefined;
  readonly error: AuthorizeErrorCode;
  readonly description: string;
}

/** An error that is shown to the user, because the redirect URL is not verified. */
export interface AuthorizeFault {
  readonly kind: 'page';
  readonly code: 'client_unknown' | 'redirect_mismatch' | 'request_invalid';
}

export interface AuthorizeRequest {
  readonly client: Client;
  readonly parameters: AuthorizationParameters;
  readonly prompt: 'none' | 'login' | undefined;
  readonly maxAgeSeconds: number | undefined;
}

const CLIENT_ID = /^[\w+]{1,128}$/;
/** S256 has 32 bytes: 43 characters (RFC 7636 §4.2). */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;
const STATE = /^[\x20-\x7e]{1,2048}$/;

const optionalSchema = z.object({
  nonce: z.string().min(1).max(512).optional(),
  login_hint: z.string().min(1).max(128).optional(),
  lang: z.string().max(35).optional(),
  identity_provider: z.string().min(1).max(32).optional(),
  idp_identifier: z.string().min(1).max(40).optional(),
  max_age: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
  prompt: z.enum(['none', 'login', 'select_account']).optional(),
  response_mode: z.literal('query').optional(),
  request: z.undefined().optional(),
  request_uri: z.undefined().optional(),
});

/**
 * RFC 6749 §4.1.1, RFC 7636, OpenID Connect Core §3.1.2.1. Verifies client and redirect URL first; errors before that
 * are never redirected.
 */
export async function parseAuthorizeRequest(
  deps: Pick<Deps, 'db'>,
  query: URLSearchParams,
): Promise<Result<AuthorizeRequest, AuthorizeError | AuthorizeFault>> {
  const target = await readTarget(deps, query);
  if (!target.ok) return target;
  const { client, redirectUri } = target.value;
  const given = query.get('state') ?? undefined;
  const state = given !== undefined && STATE.test(given) ? given : undefined;
  const refuse = (error: AuthorizeErrorCode, description: string) =>
    err({ kind: 'redirect' as const, client, redirectUri, state, error, description });

  const repeated = [...new Set(query.keys())].find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return refuse('invalid_request', 'A parameter is repeated.');
  if (given !== undefined && given !== '' && state === undefined)
    return refuse('invalid_request', 'state is too long or not printable.');
  const { settings } = client;
  if (!settings.isOAuthAllowed || !settings.oauthFlows.includes('code'))
    return refuse('unauthorized_client', 'The code flow is not enabled for this client.');
  const responseType = readResponseType(query);
  if (responseType !== undefined) return refuse(...responseType);
  const scope = parseScope(settings.oauthScopes, query.get('scope') ?? undefined);
  if (scope === undefined) return refuse('invalid_scope', 'A scope is unknown or not allowed.');
  const challenge = readCodeChallenge(client, query);
  if (!challenge.ok) return refuse('invalid_request', challenge.error);
  const optional = optionalSchema.safeParse(Object.fromEntries(query));
  if (!optional.success) return refuse('invalid_request', 'A parameter has a value that is not supported.');
  const { nonce, login_hint, lang, identity_provider, idp_identifier, max_age, prompt } = optional.data;
  const provider = identity_provider ?? idp_identifier;
  return ok({
    client,
    prompt: prompt === 'select_account' ? 'login' : prompt,
    maxAgeSeconds: max_age === undefined ? undefined : Number(max_age),
    parameters: {
      redirectUri,
      scope,
      ...(state === undefined ? {} : { state }),
      ...(nonce === undefined ? {} : { nonce }),
      ...(challenge.value === undefined ? {} : { codeChallenge: challenge.value }),
      ...(login_hint === undefined ? {} : { loginHint: login_hint }),
      ...(lang === undefined ? {} : { lang }),
      ...(provider === undefined ? {} : { identityProvider: provider }),
    },
  });
}

interface Target {
  readonly client: Client;
  readonly redirectUri: string;
}

async function readTarget(
  deps: Pick<Deps, 'db'>,
  query: URLSearchParams,
): Promise<Result<Target, AuthorizeFault>> {
  const clientIds = query.getAll('client_id');
  const clientId = clientIds[0];
  if (clientId === undefined || clientIds.length > 1) return err({ kind: 'page', code: 'request_invalid' });
  const client = CLIENT_ID.test(clientId) ? await findClient(deps.db, clientId) : undefined;
  if (client === undefined) return err({ kind: 'page', code: 'client_unknown' });
  const given = query.getAll('redirect_uri');
  const redirectUri = given[0] ?? client.settings.defaultRedirectUri;
  if (given.length > 1) return err({ kind: 'page', code: 'request_invalid' });
  if (redirectUri === undefined || !mayRedirectTo(client.settings.callbackUrls, redirectUri))
    return err({ kind: 'page', code: 'redirect_mismatch' });
  return ok({ client, redirectUri });
}

function readResponseType(query: URLSearchParams): [AuthorizeErrorCode, string] | undefined {
  switch (query.get('response_type')) {
    case 'code':
      return undefined;
    case null:
      return ['invalid_request', 'response_type is missing.'];
    case 'token':
      return ['unauthorized_client', 'The implicit flow is not offered.'];
    default:
      return ['unsupported_response_type', 'Only the code flow is offered.'];
  }
}

/** S256, or none for a client with a secret. A challenge without a method means `plain`, which is refused. */
function readCodeChallenge(client: Client, query: URLSearchParams): Result<string | undefined, string> {
  const challenge = query.get('code_challenge');
  const method = query.get('code_challenge_method');
  if (challenge === null && method === null) {
    return client.secrets.length > 0 ? ok(undefined) : err('code_challenge is missing.');
  }
  if (method !== 'S256') return err('code_challenge_method must be S256.');
  if (challenge === null || !CODE_CHALLENGE.test(challenge)) return err('code_challenge is malformed.');
  return ok(challenge);
}
