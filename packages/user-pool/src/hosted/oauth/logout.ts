import { hashHandle } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { findClient } from '../../store/pools.ts';
import { expiredSessionCookie } from '../cookies.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { showFault } from '../pages/fault-page.ts';
import { showSignedOut } from '../pages/signed-out-page.ts';
import { pagePath } from '../paths.ts';
import { redirect } from '../respond.ts';
import { deleteHostedSession } from '../store/hosted-sessions.ts';
import { mayRedirectTo, withParameters } from './redirect-uri.ts';
import { readParameters } from './form.ts';

/** `GET /logout`. Does nothing for an unregistered URL, and signs out only on navigation, not for an embedded image. */
export async function answerLogout(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const parameters = readParameters(hosted.query);
  if (!parameters.ok) return await showFault(deps, hosted, { code: 'request_invalid' });
  const clientId = parameters.value.get('client_id');
  const client =
    clientId !== undefined && /^[\w+]{1,128}$/.test(clientId)
      ? await findClient(deps.db, clientId)
      : undefined;
  if (client === undefined) return await showFault(deps, hosted, { code: 'client_unknown' });
  const mode = hosted.request.headers.get('sec-fetch-mode');
  if (mode !== null && mode !== 'navigate') return await showFault(deps, hosted, { code: 'request_invalid' });

  const signOut = parameters.value.get('logout_uri') ?? parameters.value.get('post_logout_redirect_uri');
  const signIn = signOut === undefined ? parameters.value.get('redirect_uri') : undefined;
  const isAllowed =
    signOut !== undefined
      ? mayRedirectTo(client.settings.logoutUrls, signOut)
      : signIn === undefined || mayRedirectTo(client.settings.callbackUrls, signIn);
  if (!isAllowed) return await showFault(deps, hosted, { code: 'redirect_mismatch' });

  const handle = hosted.cookies.session(client.pool.id);
  if (handle !== undefined) await deleteHostedSession(deps.db, hashHandle(handle));
  const cookies = [expiredSessionCookie(deps.publicUrl, client.pool.id)];
  const isSecure = deps.publicUrl.startsWith('https:');
  const state = parameters.value.get('state');
  if (signOut !== undefined) return redirect(withParameters(signOut, { state }), { cookies, isSecure });
  if (signIn !== undefined)
    return redirect(`${pagePath(deps.publicUrl, '/login')}?${hosted.query.toString()}`, {
      cookies,
      isSecure,
    });
  return await showSignedOut(deps, hosted, { client, cookies });
}
