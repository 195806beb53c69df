import { html } from 'hono/html';
import { err, ok, type Result } from '@coffer/kit';
import type { Deps } from '../../deps.ts';
import type { HostedRequest } from '../hosted-request.ts';
import {
  formToken,
  type Interaction,
  isFormToken,
  keepProgress,
  openInteraction,
  type Progress,
} from '../interaction.ts';
import { type Form, readForm } from '../oauth/form.ts';
import { formActionSource } from '../oauth/redirect-uri.ts';
import { pagePath } from '../paths.ts';
import { redirect, respondPage } from '../respond.ts';
import { showFault } from './fault-page.ts';
import { type PageBody, renderPage } from './layout.ts';
import { chooseLanguage, otherThan, type PageMessages, messagesFor } from './page-messages.ts';

export type PageName =
  | 'login'
  | 'challenge'
  | 'signup'
  | 'confirmUser'
  | 'resendcode'
  | 'forgotPassword'
  | 'confirmForgotPassword';

export interface PageContext {
  readonly deps: Deps;
  readonly hosted: HostedRequest;
  readonly interaction: Interaction;
  readonly messages: PageMessages;
}

export type FormContext = PageContext & { readonly form: Form };

export async function openPage(deps: Deps, hosted: HostedRequest): Promise<Result<PageContext, Response>> {
  const opened = await openInteraction(deps, hosted, { id: hosted.query.get('request') ?? undefined });
  if (!opened.ok) return err(await showFault(deps, hosted, opened.error));
  const wish = hosted.query.get('lang');
  const { progress } = opened.value;
  const lang = wish === 'en' || wish === 'ar' ? wish : undefined;
  const interaction =
    lang === undefined || lang === progress.lang
      ? opened.value
      : await keepProgress(deps, opened.value, { ...progress, lang });
  return ok({ deps, hosted, interaction, messages: requestMessages(hosted, interaction) });
}

/** Checks origin (Sec-Fetch-Site, or Origin where it is missing), CSRF token, and cookie. */
export async function openForm(
  deps: Deps,
  hosted: HostedRequest,
  options: { readonly mayBePrevious?: boolean } = {},
): Promise<Result<FormContext, Response>> {
  const form = await readForm(hosted.request);
  if (!form.ok) return err(await showFault(deps, hosted, form.error));
  const id = form.value.get('request');
  if (!isSameOrigin(deps.publicUrl, hosted.request.headers))
    return err(await showFault(deps, hosted, { code: 'forgery' }));
  const opened = await openInteraction(deps, hosted, { id, ...options });
  if (!opened.ok) return err(await showFault(deps, hosted, opened.error));
  const interaction = opened.value;
  if (!isFormToken(deps, interaction, form.value.get('token'))) {
    const { request, progress } = interaction;
    return err(await showFault(deps, hosted, { code: 'forgery', request, progress }));
  }
  return ok({ deps, hosted, interaction, form: form.value, messages: requestMessages(hosted, interaction) });
}

/** The pages' Referrer-Policy makes browsers send `Origin: null`. In that case only the CSRF token protects. */
function isSameOrigin(publicUrl: string, headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const origin = headers.get('origin');
  return origin === 'null' || origin === new URL(publicUrl).origin;
}

function requestMessages(hosted: HostedRequest, { progress, request }: Interaction): PageMessages {
  return messagesFor(
    chooseLanguage([progress.lang, request.parameters.lang], hosted.request.headers.get('accept-language')),
  );
}

export interface PageParts {
  readonly name: PageName;
  readonly title: string;
  readonly hasError?: boolean;
  readonly hasScript?: boolean;
  readonly children: PageBody;
}

export async function showPage(context: PageContext, parts: PageParts): Promise<Response> {
  const { deps, interaction, messages } = context;
  const { request, client } = interaction;
  const page = renderPage({
    messages,
    publicUrl: deps.publicUrl,
    brand: client.pool.name,
    otherLanguage: `${linkTo(context, parts.name)}&lang=${otherThan(messages.language)}`,
    ...parts,
  });
  return await respondPage(page, {
    status: parts.hasError === true ? 400 : 200,
    formTargets: [formActionSource(request.parameters.redirectUri)],
    hasScript: parts.hasScript === true,
    isSecure: deps.publicUrl.startsWith('https:'),
  });
}

export function pageForm(
  context: PageContext,
  options: { readonly action: PageName; readonly attributes?: PageBody; readonly children: PageBody },
): PageBody {
  const { deps, interaction } = context;
  return html`<form class="form" method="post" action="${pagePath(deps.publicUrl, `/${options.action}`)}" ${options.attributes ?? ''}>
<input type="hidden" name="request" value="${interaction.request.id}">
<input type="hidden" name="token" value="${formToken(deps, interaction)}">
<input type="hidden" name="step" value="${interaction.progress.step}">
${options.children}
</form>`;
}

export function linkTo(context: PageContext, page: PageName): string {
  const { deps, interaction } = context;
  return `${pagePath(deps.publicUrl, `/${page}`)}?request=${interaction.request.id}`;
}

/** Saves the progress and redirects, so that a reload does not resend the form. */
export async function goTo(
  context: PageContext,
  page: PageName,
  next: { readonly progress: Progress; readonly cookies?: readonly string[] },
): Promise<Response> {
  const { deps, interaction } = context;
  await keepProgress(deps, interaction, next.progress);
  return redirect(linkTo(context, page), {
    status: 303,
    cookies: next.cookies ?? [],
    isSecure: deps.publicUrl.startsWith('https:'),
  });
}
