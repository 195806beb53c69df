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
import { takeStep } from './sign-in-flow.ts';

/** `GET /login`. The current sign-in stays until the form starts another. */
export async function showLogin(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openPage(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const response = await renderLogin(context, []);
  const { notice: said, ...rest } = context.interaction.progress;
  if (said !== undefined) await keepProgress(deps, context.interaction, rest);
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
  const taken = await takeStep(named, {
    name,
    run: async (signIn) => await beginSignIn(deps, { ...signIn, ...begin }),
  });
  return taken.ok ? taken.value : await explain(named, taken.error);
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
  const { words, interaction } = context;
  const { client, progress } = interaction;
  const hasOwn = client.settings.identityProviders.includes(OWN_PROVIDER);
  const providers = await offeredProviders(context);
  const said = progress.notice === 'confirmed' ? 'confirmed' : 'passwordChanged';
  return await showPage(context, {
    name: 'login',
    title: words.say('signIn'),
    hasError: errors.length > 0,
    children: html`${errorSummary(words, errors)}
${progress.notice === undefined || errors.length > 0 ? '' : notice(words.say(said))}
${intro(words.say('signIn'))}
${hasOwn ? renderForm(context, errors) : html`<div id="username"></div>`}
${renderProviders(context, { providers, hasOwn })}
${hasOwn || providers.length > 0 ? '' : html`<p>${words.say('errorRefused')}</p>`}
${hasOwn ? renderLinks(context) : ''}`,
  });
}

function renderForm(context: PageContext, errors: readonly FieldError[]): PageBody {
  const { words, interaction } = context;
  const hasName = (interaction.progress.name ?? interaction.request.parameters.loginHint) !== undefined;
  const ways = otherWays(context);
  const hasPasskeys = ways.some(({ method }) => method === 'passkey');
  return pageForm(context, {
    action: 'login',
    children: html`
${field(words, nameField(context, { autocomplete: hasPasskeys ? 'username webauthn' : 'username', isFocused: !hasName }), errors)}
${field(words, { name: 'password', label: words.say('password'), type: 'password', autocomplete: 'current-password', isFocused: hasName }, errors)}
${button(words.say('signIn'))}
${
  ways.length === 0
    ? ''
    : html`<div class="or">${words.say('or')}</div>
<div class="stack">${ways.map(({ method, key }) => button(words.say(key), { kind: 'secondary', name: 'method', value: method }))}</div>`
}`,
  });
}

function otherWays({
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

/** A client may name providers that do not exist (yet or any more). */
async function offeredProviders({ deps, interaction }: PageContext): Promise<readonly string[]> {
  const { pool, settings } = interaction.client;
  const names = settings.identityProviders.filter((name) => name !== OWN_PROVIDER);
  return await existingProviders(deps.db, pool.id, names);
}

/** Links, because `form-action` forbids a redirect to another host. */
function renderProviders(
  context: PageContext,
  { providers, hasOwn }: { readonly providers: readonly string[]; readonly hasOwn: boolean },
): PageBody {
  const { words, interaction, deps } = context;
  if (providers.length === 0) return html``;
  const address = (name: string) =>
    `${pagePath(deps.publicUrl, '/login/provider')}?${new URLSearchParams({ request: interaction.request.id, name }).toString()}`;
  return html`${hasOwn && otherWays(context).length === 0 ? html`<div class="or">${words.say('or')}</div>` : ''}
<div class="stack">${providers.map(
    (name) =>
      html`<a class="button secondary" href="${address(name)}">${words.say('signInWith', { provider: name })}</a>`,
  )}</div>`;
}

function renderLinks(context: PageContext): PageBody {
  const { words, interaction } = context;
  const { settings } = interaction.client.pool;
  const mayRecover = !settings.accountRecovery.includes('admin_only');
  return html`<div class="links">
${mayRecover ? html`<a href="${linkTo(context, 'forgotPassword')}">${words.say('forgot')}</a>` : ''}
${settings.isSelfSignUpAllowed ? html`<a href="${linkTo(context, 'signup')}">${words.say('createAccount')}</a>` : ''}
</div>`;
}
