import type { Deps } from '../../deps.ts';
import { errors, isTooMany } from '../../errors.ts';
import { authorize } from '../../tokens/authorize.ts';
import { attributesOfScope } from '../../tokens/scope-claims.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { respondJson, respondTooMany } from '../respond.ts';

const EXPIRED = 'Access token is expired, disabled, or deleted, or the user has globally signed out.';

/** `GET` or `POST /oauth2/userInfo`: the claims of the scope, all as strings. */
export async function answerUserInfo(deps: Deps, { request }: HostedRequest): Promise<Response> {
  const token = /^Bearer +([\w.=-]{1,16384})$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined)
    return refuse(401, 'invalid_request', 'The Authorization header is missing or malformed.');
  const user = await authorize(deps, token, 'openid');
  if (!user.ok) {
    if (isTooMany(user.error)) return respondTooMany(user.error);
    return user.error === errors.accessTokenLacksScope
      ? refuse(403, 'insufficient_scope', 'The access token has not the scope openid.')
      : refuse(401, 'invalid_token', EXPIRED);
  }
  const { account, client, family } = user.value;
  const identities = account.identities.map(({ provider, subject, linkedAt }) => ({
    userId: subject,
    providerName: provider,
    providerType: 'OIDC',
    dateCreated: String(new Date(linkedAt).getTime()),
  }));
  return respondJson(200, {
    ...attributesOfScope({ client, account, scope: family.scope }),
    ...(identities.length > 0 ? { identities: JSON.stringify(identities) } : {}),
    sub: account.id,
    username: account.username,
  });
}

function refuse(status: 401 | 403, error: string, description: string): Response {
  return respondJson(
    status,
    { error, error_description: description },
    { 'WWW-Authenticate': `Bearer error="${error}", error_description="${description}"` },
  );
}
