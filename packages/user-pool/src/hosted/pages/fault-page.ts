import { html } from 'hono/html';
import type { Deps } from '../../deps.ts';
import { findPool } from '../../store/pools.ts';
import { type HostedRequest, visitIn } from '../hosted-request.ts';
import type { InteractionFault, Progress } from '../interaction.ts';
import { withParameters } from '../oauth/redirect-uri.ts';
import { pagePath } from '../paths.ts';
import { respondPage } from '../respond.ts';
import type { AuthorizationRequest } from '../store/authorization-requests.ts';
import { intro, renderPage } from './layout.ts';
import type { MessageKey } from './messages/en.ts';
import { chooseLanguage, type Language, otherThan, messagesFor } from './page-messages.ts';

export type Fault =
  | InteractionFault
  | {
      readonly code:
        | 'client_unknown'
        | 'redirect_mismatch'
        | 'request_invalid'
        | 'not_found'
        | 'method_not_allowed'
        | 'too_many_requests'
        | 'internal'
        | 'form_too_large'
        | 'not_a_form'
        | 'field_repeated';
    }
  | {
      readonly code: 'forgery' | 'provider_failed';
      readonly request?: AuthorizationRequest | undefined;
      readonly progress?: Progress | undefined;
      readonly provider?: string;
      readonly cookies?: readonly string[];
    };

const TEXTS = {
  lost: { status: 400, title: 'lostTitle', text: 'lostIntro' },
  expired: { status: 400, title: 'expiredTitle', text: 'expiredIntro' },
  used: { status: 400, title: 'usedTitle', text: 'usedIntro' },
  client_unknown: { status: 400, title: 'clientUnknownTitle', text: 'clientUnknownIntro' },
  redirect_mismatch: { status: 400, title: 'redirectMismatchTitle', text: 'redirectMismatchIntro' },
  request_invalid: { status: 400, title: 'requestInvalidTitle', text: 'requestInvalidIntro' },
  not_a_form: { status: 415, title: 'requestInvalidTitle', text: 'requestInvalidIntro' },
  field_repeated: { status: 400, title: 'requestInvalidTitle', text: 'requestInvalidIntro' },
  form_too_large: { status: 413, title: 'tooLargeTitle', text: 'requestInvalidIntro' },
  too_many_requests: { status: 429, title: 'tooManyTitle', text: 'errorTooMany' },
  internal: { status: 500, title: 'internalTitle', text: 'internalIntro' },
  method_not_allowed: { status: 405, title: 'notFoundTitle', text: 'requestInvalidIntro' },
  not_found: { status: 404, title: 'notFoundTitle', text: 'requestInvalidIntro' },
  forgery: { status: 403, title: 'forgeryTitle', text: 'forgeryIntro' },
  provider_failed: { status: 400, title: 'providerTitle', text: 'providerIntro' },
} as const satisfies Record<
  Fault['code'],
  { readonly status: number; readonly title: MessageKey; readonly text: MessageKey }
>;

export async function showFault(deps: Deps, hosted: HostedRequest, fault: Fault): Promise<Response> {
  const request = 'request' in fault ? fault.request : undefined;
  const progress = 'progress' in fault ? fault.progress : undefined;
  const cookies = 'cookies' in fault ? (fault.cookies ?? []) : [];
  const pool = request === undefined ? undefined : await findPool(deps.db, request.poolId);
  const language = chooseLanguage(
    [hosted.query.get('lang') ?? undefined, progress?.lang, request?.parameters.lang],
    hosted.request.headers.get('accept-language'),
  );
  const messages = messagesFor(language);
  const { status, title, text } = TEXTS[fault.code];
  const provider = 'provider' in fault ? (fault.provider ?? '') : '';
  const again = request === undefined ? undefined : restartPath(deps, request, progress ?? {});
  const page = renderPage({
    messages,
    publicUrl: deps.publicUrl,
    brand: pool?.name,
    title: messages.text(title),
    hasError: true,
    otherLanguage:
      request === undefined
        ? visitIn(hosted, otherThan(language))
        : currentStepPath(deps, request, otherThan(language)),
    children: html`${intro(messages.text(title), messages.text(text, { provider }))}
${again === undefined ? '' : html`<a class="button primary" href="${again}">${messages.text('startAgain')}</a>`}`,
  });
  return await respondPage(page, { status, cookies, isSecure: deps.publicUrl.startsWith('https:') });
}

/** Link to the current step of an unfinished request, because a form or state works only once. */
function currentStepPath(
  deps: Pick<Deps, 'publicUrl'>,
  request: AuthorizationRequest,
  lang: Language,
): string {
  return withParameters(pagePath(deps.publicUrl, '/login'), { request: request.id, lang });
}

/** Restarts with the original parameters. `login_hint` is the typed name, if known. */
export function restartPath(
  deps: Pick<Deps, 'publicUrl'>,
  request: AuthorizationRequest,
  { name, lang }: Pick<Progress, 'name' | 'lang'>,
): string {
  const { parameters } = request;
  return withParameters(pagePath(deps.publicUrl, '/oauth2/authorize'), {
    client_id: request.clientId,
    response_type: 'code',
    redirect_uri: parameters.redirectUri,
    scope: parameters.scope,
    state: parameters.state,
    nonce: parameters.nonce,
    code_challenge: parameters.codeChallenge,
    code_challenge_method: parameters.codeChallenge === undefined ? undefined : 'S256',
    identity_provider: parameters.identityProvider,
    lang: lang ?? parameters.lang,
    login_hint: name ?? parameters.loginHint,
  });
}
