import { hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { findRefreshToken, revokeFamily } from '../../store/tokens.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { respondEmpty, respondJson } from '../respond.ts';
import { authenticateClient } from './client-authentication.ts';
import { readForm } from './form.ts';

/** `POST /oauth2/revoke` (RFC 7009): a refresh token ends with all that came of it. Unknown ones are no fault. */
export async function answerRevoke(deps: Deps, { request }: HostedRequest): Promise<Response> {
  const form = await readForm(request);
  const token = form.ok ? form.value.get('token') : undefined;
  if (!form.ok || token === undefined) return respondJson(400, { error: 'invalid_request' });
  const client = await authenticateClient(deps, request, form.value);
  if (!client.ok)
    return respondJson(client.error.code === 'invalid_client' ? 401 : 400, { error: client.error.code });
  if (!client.value.settings.enableTokenRevocation) return respondJson(400, { error: 'invalid_request' });
  if (token.split('.').length === 3) return respondJson(400, { error: 'unsupported_token_type' });
  const found = await findRefreshToken(deps.db, hashHandle(token), { lock: false });
  if (found?.family.clientId === client.value.id)
    await revokeFamily(deps.db, found.family.originJti, deps.clock.now());
  return respondEmpty(200);
}
