import type { Deps } from '../../deps.ts';
import type { Client } from '../../store/pools.ts';
import { type HostedRequest, visitIn } from '../hosted-request.ts';
import { respondPage } from '../respond.ts';
import { intro, renderPage } from './layout.ts';
import { chooseLanguage, otherThan, messagesFor } from './page-messages.ts';

export async function showSignedOut(
  deps: Deps,
  hosted: HostedRequest,
  options: { readonly client: Client; readonly cookies: readonly string[] },
): Promise<Response> {
  const lang = hosted.query.get('lang') ?? undefined;
  const messages = messagesFor(chooseLanguage([lang], hosted.request.headers.get('accept-language')));
  const title = messages.text('signedOutTitle');
  const page = renderPage({
    messages,
    publicUrl: deps.publicUrl,
    brand: options.client.pool.name,
    title,
    otherLanguage: visitIn(hosted, otherThan(messages.language)),
    children: intro(title, messages.text('signedOutIntro')),
  });
  return await respondPage(page, {
    cookies: options.cookies,
    isSecure: deps.publicUrl.startsWith('https:'),
  });
}
