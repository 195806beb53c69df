import { err, ok, type Result } from '@coffer/kit';
import type { Deps } from '../../deps.ts';
import type { Client } from '../../store/pools.ts';
import { issuerOf } from '../../tokens/issue.ts';
import { startFederation } from '../federation/start.ts';
import { findProvider } from '../store/identity-providers.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { startInteraction } from '../interaction.ts';
import { pagePath } from '../paths.ts';
import { showFault } from '../pages/fault-page.ts';
import { redirect } from '../respond.ts';
import { findLiveSession, OWN_PROVIDER } from '../sessions.ts';
import { type AuthorizeError, type AuthorizeErrorCode, parseAuthorizeRequest } from './authorize-request.ts';
import { grantCode } from './grant-code.ts';
import { withParameters } from './redirect-uri.ts';

export type Entry = 'login' | 'signup' | 'forgotPassword';

/** `GET /oauth2/authorize`, and the pages that Cognito allows applications to link to with the same parameters. */
export async function answerAuthorize(deps: Deps, hosted: HostedRequest, entry: Entry): Promise<Response> {
  const isSecure = deps.publicUrl.startsWith('https:');
  const parsed = await parseAuthorizeRequest(deps, hosted.query);
  if (!parsed.ok)
    return parsed.error.kind === 'page'
      ? await showFault(deps, hosted, { code: parsed.error.code })
      : redirect(errorLocation(deps, parsed.error), { isSecure });
  const { client, parameters, prompt, maxAgeSeconds } = parsed.value;
  const refuse = (error: AuthorizeErrorCode, description: string) => {
    const { redirectUri, state } = parameters;
    return redirect(errorLocation(deps, { client, redirectUri, state, error, description }), { isSecure });
  };
  const resolved = await resolveProvider(deps, client, parameters.identityProvider);
  if (!resolved.ok) return refuse('invalid_request', 'The identity provider is not known.');
  const provider = resolved.value;

  const mayContinue = prompt !== 'login' && entry === 'login';
  const session = mayContinue
    ? await findLiveSession(deps, hosted, { client, provider, maxAgeSeconds })
    : undefined;
  if (session !== undefined) {
    const { accountId, authenticatedAt } = session;
    const location = await grantCode(deps, deps.db, { client, accountId, authenticatedAt, parameters });
    return redirect(location, { isSecure });
  }
  if (prompt === 'none') return refuse('login_required', 'Nobody is signed in.');
  const started = await startInteraction(deps, hosted, { client, parameters });
  const outside = entry === 'login' ? (provider ?? onlyProvider(client)) : undefined;
  if (outside !== undefined && outside !== OWN_PROVIDER)
    return await startFederation(deps, hosted, { client, provider: outside, ...started });
  return redirect(`${pagePath(deps.publicUrl, `/${entry}`)}?request=${started.id}`, {
    cookies: [started.cookie],
    isSecure,
  });
}

export function errorLocation(deps: Pick<Deps, 'baseUrl'>, refusal: Omit<AuthorizeError, 'kind'>): string {
  return withParameters(refusal.redirectUri, {
    error: refusal.error,
    error_description: refusal.description,
    state: refusal.state,
    iss: issuerOf(deps.baseUrl, refusal.client.pool.id),
  });
}

/** Finds the provider by name or identifier. Both client and pool must have it. */
async function resolveProvider(
  deps: Pick<Deps, 'db'>,
  client: Client,
  asked: string | undefined,
): Promise<Result<string | undefined, 'unknown'>> {
  if (asked === undefined) return ok(undefined);
  const name =
    asked === OWN_PROVIDER ? OWN_PROVIDER : (await findProvider(deps.db, client.pool.id, asked))?.name;
  return name !== undefined && client.settings.identityProviders.includes(name) ? ok(name) : err('unknown');
}

function onlyProvider(client: Client): string | undefined {
  const { identityProviders } = client.settings;
  return identityProviders.length === 1 ? identityProviders[0] : undefined;
}
