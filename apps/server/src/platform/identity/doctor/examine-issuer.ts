import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Diagnosis } from '../../diagnosis.ts';
import { probeUrl, type HttpAnswer, jsonOf, visit } from '../../network/probe-url.ts';
import { diagnoseIssuer, type IssuerDiagnosisCode } from './diagnose-issuer.ts';
import { diagnoseNetworkError } from './diagnose-network-error.ts';
import type { ExaminedIssuer } from './examined.ts';

const url = z.string().max(2_048);
const Discovery = z.object({
  issuer: url,
  authorization_endpoint: url.optional(),
  token_endpoint: url.optional(),
  jwks_uri: url.optional(),
  end_session_endpoint: url.optional(),
  code_challenge_methods_supported: z.array(z.string()).optional(),
});
type Discovery = z.infer<typeof Discovery>;
const Keys = z.object({ keys: z.array(z.unknown()).min(1) });
const OAuthError = z.object({ error: z.string().max(200) });

/** Tests everything before a person has to sign in. */
export async function examineIssuer(issuer: ExaminedIssuer): Promise<readonly Diagnosis[]> {
  const address = `${issuer.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const result = await probeUrl(address);
  if ('networkError' in result)
    return [diagnoseNetworkError(result.networkError, address, '`issuer` in COFFER_OIDC')];
  const { status } = result.answer;
  if (status >= 500) return [diagnoseIssuer('issuer_failing', issuer, String(status))];
  const discovery = Discovery.safeParse(jsonOf(result.answer));
  if (!discovery.success) return [diagnoseIssuer('issuer_unknown', issuer, String(status))];
  const document = discovery.data;
  if (document.issuer !== issuer.issuer) return [diagnoseIssuer('issuer_mismatch', issuer, document.issuer)];
  const found = [
    ...(await Promise.all([
      probeKeys(issuer, document),
      probeAuthorization(issuer, document),
      probeToken(issuer, document),
      probeSignOut(issuer, document),
    ])),
    judgePkce(issuer, document),
  ].filter((each) => each !== undefined);
  // An unknown client causes all checks to fail, so it is reported only once.
  const shown = found.some(({ code }) => code === 'issuer_client_unknown')
    ? found.filter(({ code }) => code !== 'issuer_secret_wrong' && code !== 'sign_out_missing')
    : found.filter(({ code }, at) => found.findIndex((other) => other.code === code) === at);
  return shown.length === 0 ? [diagnoseIssuer('issuer_fine', issuer)] : shown;
}

function judgePkce(issuer: ExaminedIssuer, document: Discovery): Diagnosis | undefined {
  const methods = document.code_challenge_methods_supported;
  // Cognito supports PKCE but does not announce it.
  return methods === undefined || methods.includes('S256')
    ? undefined
    : diagnoseIssuer('pkce_unknown', issuer, methods.join(', ') || 'none');
}

async function probeKeys(issuer: ExaminedIssuer, { jwks_uri }: Discovery): Promise<Diagnosis | undefined> {
  if (jwks_uri === undefined) return diagnoseIssuer('issuer_keys_missing', issuer, 'it names none');
  const result = await probeUrl(jwks_uri);
  if ('networkError' in result)
    return diagnoseNetworkError(result.networkError, jwks_uri, '`jwks_uri` there');
  return Keys.safeParse(jsonOf(result.answer)).success
    ? undefined
    : diagnoseIssuer('issuer_keys_missing', issuer, String(result.answer.status));
}

async function probeAuthorization(
  issuer: ExaminedIssuer,
  { authorization_endpoint: endpoint }: Discovery,
): Promise<Diagnosis | undefined> {
  if (endpoint === undefined) return diagnoseIssuer('pages_missing', issuer);
  const challenge = createHash('sha256').update(randomBytes(32)).digest('base64url');
  const asked = {
    response_type: 'code',
    client_id: issuer.clientId,
    redirect_uri: issuer.redirectUri,
    scope: issuer.scopes.join(' '),
    state: 'doctor',
    nonce: 'doctor',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const result = await visit(withQuery(endpoint, asked));
  if ('networkError' in result)
    return diagnoseNetworkError(result.networkError, endpoint, 'the domain there');
  const refusal = refusalOf(result.answer);
  if (refusal === undefined) return undefined;
  const { status } = result.answer;
  const known = meaningOf(refusal, status);
  if (known !== 'authorize_refused') return diagnoseIssuer(known, issuer, refusal);
  // The parameter is the cause if an invalid value leads to the same page.
  const isAlike = async (change: Readonly<Record<string, string>>): Promise<boolean> => {
    const other = await visit(withQuery(endpoint, { ...asked, ...change }));
    return 'answer' in other && textOf(other.answer) === textOf(result.answer);
  };
  const madeUp = randomBytes(12).toString('hex');
  if (await isAlike({ client_id: madeUp })) return diagnoseIssuer('issuer_client_unknown', issuer, refusal);
  return (await isAlike({ redirect_uri: `https://${madeUp}.invalid/` }))
    ? diagnoseIssuer('callback_missing', issuer, refusal)
    : diagnoseIssuer(known, issuer, refusal);
}

function textOf({ status, bytes }: HttpAnswer): string {
  const text = bytes
    .subarray(0, 65_536)
    .toString('utf8')
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/g, ' ')
    .replaceAll(/\S{12,}|\d+/g, '')
    .replaceAll(/\s+/g, ' ');
  return `${status} ${text}`;
}

/** The OAuth `error` in the redirect or on the page. Undefined if the issuer would show its sign-in page. */
function refusalOf({ status, headers, bytes }: HttpAnswer): string | undefined {
  const location = headers.get('location');
  if (location !== null && status >= 300 && status < 400) {
    const given = new URLSearchParams(location.slice(location.indexOf('?') + 1));
    return wordOf(given.get('error'), given.get('error_description'));
  }
  if (status < 400) return undefined;
  const page = bytes.subarray(0, 65_536).toString('utf8');
  return WORDS_OF_PAGES.find((word) => page.includes(word)) ?? String(status);
}

function wordOf(error: string | null, description: string | null): string | undefined {
  if (error === null) return undefined;
  return `${error} ${description ?? ''}`
    .replaceAll(/[^\w .:/-]/g, ' ')
    .trim()
    .slice(0, 200);
}

const WORDS_OF_PAGES = [
  'redirect_mismatch',
  'invalid_redirect_uri',
  'invalid_client',
  'unauthorized_client',
  'invalid_scope',
  'unsupported_response_type',
];

function meaningOf(refusal: string, status: number): IssuerDiagnosisCode {
  if (/redirect/i.test(refusal)) return 'callback_missing';
  if (/unauthorized_client|unsupported_response_type|unsupported_grant/i.test(refusal)) return 'code_refused';
  if (/scope/i.test(refusal)) return 'scope_refused';
  if (/client/i.test(refusal)) return 'issuer_client_unknown';
  return status >= 500 || status === 429 ? 'issuer_failing' : 'authorize_refused';
}

/** Sends the client's secret with an invalid code, of which only the code should be refused. */
async function probeToken(
  issuer: ExaminedIssuer,
  { token_endpoint }: Discovery,
): Promise<Diagnosis | undefined> {
  if (token_endpoint === undefined) return undefined;
  const { clientId, clientSecret } = issuer;
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: randomBytes(24).toString('base64url'),
    redirect_uri: issuer.redirectUri,
    code_verifier: randomBytes(32).toString('base64url'),
    ...(clientSecret === undefined ? { client_id: clientId } : {}),
  });
  const proof = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret ?? '')}`;
  const result = await probeUrl(token_endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(clientSecret === undefined
        ? {}
        : { authorization: `Basic ${Buffer.from(proof).toString('base64')}` }),
    },
    body: body.toString(),
  });
  if ('networkError' in result)
    return diagnoseNetworkError(result.networkError, token_endpoint, 'the domain there');
  const word = OAuthError.safeParse(jsonOf(result.answer)).data?.error ?? '';
  if (word.startsWith('invalid_client')) return diagnoseIssuer('issuer_secret_wrong', issuer);
  return word === 'unauthorized_client' || word === 'unsupported_grant_type'
    ? diagnoseIssuer('code_refused', issuer, word)
    : undefined;
}

async function probeSignOut(
  issuer: ExaminedIssuer,
  { end_session_endpoint }: Discovery,
): Promise<Diagnosis | undefined> {
  if (issuer.logout === 'none') return undefined;
  if (end_session_endpoint === undefined) return diagnoseIssuer('end_session_missing', issuer);
  const back = issuer.logout === 'cognito' ? 'logout_uri' : 'post_logout_redirect_uri';
  const result = await visit(
    withQuery(end_session_endpoint, { client_id: issuer.clientId, [back]: issuer.signedOutUri }),
  );
  if ('networkError' in result)
    return diagnoseNetworkError(result.networkError, end_session_endpoint, 'the domain there');
  const refusal = refusalOf(result.answer);
  return refusal === undefined ? undefined : diagnoseIssuer('sign_out_missing', issuer, refusal);
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const target = new URL(address);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  return target.href;
}
