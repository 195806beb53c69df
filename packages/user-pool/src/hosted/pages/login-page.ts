import { html } from 'hono/html';
import { beginSignIn } from '../../challenges/sign-in.ts';
import type { SignInFlow } from '../../challenges/flow.ts';
import type { Deps } from '../../deps.ts';
import type { PoolError } from '../../errors.ts';
import { OWN_PROVIDER } from '../sessions.ts';
import { isAllowedOrigin } from '../../passkeys/relying-party.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { keepProgress, type Progress } from '../interaction.ts';
import { pagePath } from '../paths.ts';
import { existingProviders } from '../store/identity-providers.ts';
import { button, errorSummary, field, type FieldError, intro, notice, type PageBody } from './layout.ts';
import type { MessageKey } from './messages/en.ts';
import { nameField, readName } from './names.ts';
import {
  type FormContext,
  goTo,
  linkTo,
  openForm,
  openPage,
  type PageContext,
  pageForm,
  showPage,
} from './page-context.ts';
import { problemOf } from './problems.ts';
import { runStep } from './sign-in-flow.ts';

/** `GET /login`. An existing sign-in remains until the form starts another one. */
export async function showLogin(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openPage(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const response = await renderLogin(context, []);
  const { notice: shownNotice, ...rest } = context.interaction.progress;
  if (shownNotice !== undefined) await keepProgress(deps, context.interaction, rest);
  return response;
}

/**
 * `POST /login`. A repeated form has the previous cookie [Note: Browser rotation]; it contains the password, so it may
 * start again.
 */
export async function answerLogin(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openForm(deps, hosted, { mayBePrevious: true });
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const { form, interaction } = context;
  const name = readName(form);
  const named = {
    ...context,
    interaction: { ...interaction, progress: freshFor(interaction.progress, name) },
  };
  const missing = findMissing(form, name);
  if (missing.length > 0) return await renderLogin(named, missing);
  if (!interaction.client.settings.identityProviders.includes(OWN_PROVIDER))
    return await renderLogin(named, [{ field: 'username', key: 'errorNotOffered' }]);

  const begin = readMethod(form, name);
  const outcome = await runStep(named, {
    name,
    run: async (signIn) => await beginSignIn(deps, { ...signIn, ...begin }),
  });
  return outcome.ok ? outcome.value : await explain(named, outcome.error);
}

function freshFor(progress: Progress, name: string): Progress {
  const { lang, step } = progress;
  return { step, ...(lang === undefined ? {} : { lang }), ...(name === '' ? {} : { name }) };
}

function findMissing(form: FormContext['form'], name: string): readonly FieldError[] {
  const needsPassword = !['passkey', 'code', 'question'].includes(form.get('method') ?? '');
  return [
    ...(name === '' ? [{ field: 'username', key: 'errorNeeded' } as const] : []),
    ...(needsPassword && (form.get('password') ?? '') === ''
      ? [{ field: 'password', key: 'errorNeeded' } as const]
      : []),
  ];
}

function readMethod(
  form: FormContext['form'],
  name: string,
): { readonly flow: SignInFlow; readonly parameters: Readonly<Record<string, string>> } {
  switch (form.get('method') ?? 'password') {
    case 'passkey':
      return { flow: 'USER_AUTH', parameters: { USERNAME: name, PREFERRED_CHALLENGE: 'WEB_AUTHN' } };
    case 'code':
      return { flow: 'USER_AUTH', parameters: { USERNAME: name } };
    case 'question':
      return { flow: 'CUSTOM_AUTH', parameters: { USERNAME: name } };
    default:
      return {
        flow: 'USER_PASSWORD_AUTH',
        parameters: { USERNAME: name, PASSWORD: form.get('password') ?? '' },
      };
  }
}

async function explain(context: FormContext, error: PoolError): Promise<Response> {
  const { progress } = context.interaction;
  if (error.type === 'UserNotConfirmedException') return await goTo(context, 'confirmUser', { progress });
  if (error.type === 'PasswordResetRequiredException')
    return await goTo(context, 'confirmForgotPassword', { progress });
  return await renderLogin(context, [{ field: 'username', key: problemOf(error) }]);
}

export async function renderLogin(context: PageContext, errors: readonly FieldError[]): Promise<Response> {
  const { messages, interaction } = context;
  const { client, progress } = interaction;
  const hasOwn = client.settings.identityProviders.includes(OWN_PROVIDER);
  const providers = await offeredProviders(context);
  const shownNotice = progress.notice === 'confirmed' ? 'confirmed' : 'passwordChanged';
  return await showPage(context, {
    name: 'login',
    title: messages.text('signIn'),
    hasError: errors.length > 0,
    children: html`${errorSummary(messages, errors)}
${progress.notice === undefined || errors.length > 0 ? '' : notice(messages.text(shownNotice))}
${intro(messages.text('signIn'))}
${hasOwn ? renderForm(context, errors) : html`<div id="username"></div>`}
${renderProviders(context, { providers, hasOwn })}
${hasOwn || providers.length > 0 ? '' : html`<p>${messages.text('errorRefused')}</p>`}
${hasOwn ? renderLinks(context) : ''}`,
  });
}

function renderForm(context: PageContext, errors: readonly FieldError[]): PageBody {
  const { messages, interaction } = context;
  const hasName = (interaction.progress.name ?? interaction.request.parameters.loginHint) !== undefined;
  const methods = otherMethods(context);
  const hasPasskeys = methods.some(({ method }) => method === 'passkey');
  return pageForm(context, {
    action: 'login',
    children: html`
${field(messages, nameField(context, { autocomplete: hasPasskeys ? 'username webauthn' : 'username', isFocused: !hasName }), errors)}
${field(messages, { name: 'password', label: messages.text('password'), type: 'password', autocomplete: 'current-password', isFocused: hasName }, errors)}
${button(messages.text('signIn'))}
${
  methods.length === 0
    ? ''
    : html`<div class="or">${messages.text('or')}</div>
<div class="stack">${methods.map(({ method, key }) => button(messages.text(key), { kind: 'secondary', name: 'method', value: method }))}</div>`
}`,
  });
}

function otherMethods({
  deps,
  interaction: { client },
}: PageContext): readonly { readonly method: string; readonly key: MessageKey }[] {
  const { firstFactors, webAuthn, customAuth } = client.pool.settings;
  const hasPasskeys =
    firstFactors.includes('WEB_AUTHN') &&
    webAuthn.relyingPartyId !== undefined &&
    isAllowedOrigin(client.pool.settings, new URL(deps.publicUrl).origin);
  const hasCodes = firstFactors.includes('EMAIL_OTP') || firstFactors.includes('SMS_OTP');
  const hasQuestion =
    customAuth !== undefined && client.settings.explicitAuthFlows.includes('ALLOW_CUSTOM_AUTH');
  return [
    ...(hasPasskeys ? [{ method: 'passkey', key: 'usePasskey' } as const] : []),
    ...(hasCodes ? [{ method: 'code', key: 'useCode' } as const] : []),
    ...(hasQuestion ? [{ method: 'question', key: 'useQuestion' } as const] : []),
  ];
}

/** Providers to offer. A client may name providers that do not exist, or no longer. */
async function offeredProviders({ deps, interaction }: PageContext): Promise<readonly string[]> {
  const { pool, settings } = interaction.client;
  const names = settings.identityProviders.filter((name) => name !== OWN_PROVIDER);
  return await existingProviders(deps.db, pool.id, names);
}

/** Rendered as links, because `form-action` forbids a redirect to another host. */
function renderProviders(
  context: PageContext,
  { providers, hasOwn }: { readonly providers: readonly string[]; readonly hasOwn: boolean },
): PageBody {
  const { messages, interaction, deps } = context;
  if (providers.length === 0) return html``;
  const address = (name: string) =>
    `${pagePath(deps.publicUrl, '/login/provider')}?${new URLSearchParams({ request: interaction.request.id, name }).toString()}`;
  return html`${hasOwn && otherMethods(context).length === 0 ? html`<div class="or">${messages.text('or')}</div>` : ''}
<div class="stack">${providers.map(
    (name) =>
      html`<a class="button secondary" href="${address(name)}">${messages.text('signInWith', { provider: name })}</a>`,
  )}</div>`;
}

function renderLinks(context: PageContext): PageBody {
  const { messages, interaction } = context;
  const { settings } = interaction.client.pool;
  const mayRecover = !settings.accountRecovery.includes('admin_only');
  return html`<div class="links">
${mayRecover ? html`<a href="${linkTo(context, 'forgotPassword')}">${messages.text('forgot')}</a>` : ''}
${settings.isSelfSignUpAllowed ? html`<a href="${linkTo(context, 'signup')}">${messages.text('createAccount')}</a>` : ''}
</div>`;
}
