import { hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { findRefreshToken, revokeFamily } from '../../store/tokens.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { respondEmpty, respondJson, respondTooMany } from '../respond.ts';
import { authenticateClient, type ClientFault } from './client-authentication.ts';
import { readForm } from './form.ts';

/** `POST /oauth2/revoke` (RFC 7009). Unknown tokens succeed. */
export async function answerRevoke(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const form = await readForm(hosted.request);
  const token = form.ok ? form.value.get('token') : undefined;
  if (!form.ok || token === undefined) return respondJson(400, { error: 'invalid_request' });
  const client = await authenticateClient(deps, hosted, form.value);
  if (!client.ok) return refuse(client.error);
  if (!client.value.settings.enableTokenRevocation) return respondJson(400, { error: 'invalid_request' });
  if (token.split('.').length === 3) return respondJson(400, { error: 'unsupported_token_type' });
  const found = await findRefreshToken(deps.db, hashHandle(token), { lock: false });
  if (found?.family.clientId === client.value.id)
    await revokeFamily(deps.db, found.family.originJti, deps.clock.now());
  return respondEmpty(200);
}

function refuse(error: ClientFault): Response {
  if (typeof error === 'object') return respondTooMany(error);
  return respondJson(error === 'invalid_client' ? 401 : 400, { error });
}
