import { html } from 'hono/html';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Client } from '../../store/pools.ts';
import { OWN_PROVIDER } from '../sessions.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { keepProgress, type Progress } from '../interaction.ts';
import { readAttributes, readCode, readNewPassword } from './challenge-answers.ts';
import { showFault } from './fault-page.ts';
import { attributeFields, codeField, newPasswordFields } from './fields.ts';
import { button, errorSummary, field, type FieldError, intro, notice } from './layout.ts';
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
import { clientMembers, callPool } from './pool-call.ts';
import { isAboutPassword, problemOf } from './problems.ts';

/** `GET /signup`. */
export async function showSignUp(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openPage(deps, hosted);
  if (!opened.ok) return opened.error;
  return mayViaPages(opened.value.interaction.client)
    ? await renderSignUp(opened.value, [], new Map())
    : await showFault(deps, hosted, { code: 'not_found' });
}

/** `POST /signup`. Answers the same for free and taken names. */
export async function answerSignUp(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openForm(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const { form, interaction } = context;
  if (!mayViaPages(interaction.client)) return await showFault(deps, hosted, { code: 'not_found' });
  const name = readName(form);
  const password = readNewPassword(form);
  const attributes = readAttributes(form, askedAttributes(interaction.client));
  if (name === '' || !password.ok || !attributes.ok) {
    const errors: readonly FieldError[] = [
      ...(name === '' ? [{ field: 'username', key: 'errorNeeded' } as const] : []),
      ...(attributes.ok ? [] : attributes.error),
      ...(password.ok ? [] : password.error),
    ];
    return await renderSignUp(context, errors, form);
  }
  const signedUp = await callPool(context, 'SignUp', {
    ...clientMembers(context, name),
    Username: name,
    Password: password.value,
    UserAttributes: Object.entries(attributes.value).map(([Name, Value]) => ({ Name, Value })),
  });
  if (!signedUp.ok) {
    const at = isAboutPassword(signedUp.error) ? 'password' : 'username';
    return await renderSignUp(context, [{ field: at, key: problemOf(signedUp.error) }], form);
  }
  const isConfirmed = signedUp.value.get('UserConfirmed') === true;
  const destination = destinationOf(signedUp.value.get('CodeDeliveryDetails'));
  const progress = {
    ...begun(interaction.progress, name),
    ...(destination === undefined ? {} : { destination }),
  };
  return isConfirmed
    ? await goTo(context, 'login', { progress: { ...progress, notice: 'confirmed' } })
    : await goTo(context, 'confirmUser', { progress });
}

/** `GET /confirmUser`. */
export async function showConfirmUser(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openPage(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const response = await renderConfirmUser(context, []);
  const { notice: shownNotice, ...rest } = context.interaction.progress;
  if (shownNotice !== undefined) await keepProgress(deps, context.interaction, rest);
  return response;
}

/** `POST /confirmUser`. */
export async function answerConfirmUser(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openForm(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const name = readName(context.form) || (context.interaction.progress.name ?? '');
  const code = readCode(context.form);
  if (name === '') return await renderConfirmUser(context, [{ field: 'username', key: 'errorNeeded' }]);
  if (code === '') return await renderConfirmUser(context, [{ field: 'code', key: 'errorNeeded' }]);
  const confirmed = await callPool(context, 'ConfirmSignUp', {
    ...clientMembers(context, name),
    Username: name,
    ConfirmationCode: code,
  });
  if (!confirmed.ok)
    return await renderConfirmUser(context, [{ field: 'code', key: problemOf(confirmed.error) }]);
  return await goTo(context, 'login', {
    progress: { ...begun(context.interaction.progress, name), notice: 'confirmed' },
  });
}

/** `POST /resendcode`. */
export async function answerResendCode(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openForm(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const { progress } = context.interaction;
  const name = readName(context.form) || (progress.name ?? '');
  if (name === '') return await renderConfirmUser(context, [{ field: 'username', key: 'errorNeeded' }]);
  const sent = await callPool(context, 'ResendConfirmationCode', {
    ...clientMembers(context, name),
    Username: name,
  });
  if (!sent.ok) return await renderConfirmUser(context, [{ field: 'code', key: problemOf(sent.error) }]);
  const destination = destinationOf(sent.value.get('CodeDeliveryDetails'));
  return await goTo(context, 'confirmUser', {
    progress: {
      ...begun(progress, name),
      notice: 'code_sent',
      ...(destination === undefined ? {} : { destination }),
    },
  });
}

function mayViaPages(client: Client): boolean {
  return client.pool.settings.isSelfSignUpAllowed && client.settings.identityProviders.includes(OWN_PROVIDER);
}

function begun(progress: Progress, name: string): Progress {
  const { step, lang } = progress;
  return { step, name, ...(lang === undefined ? {} : { lang }) };
}

const deliverySchema = z.object({ Destination: z.string() });

export function destinationOf(details: unknown): string | undefined {
  const parsed = deliverySchema.safeParse(details);
  return parsed.success ? parsed.data.Destination : undefined;
}

function askedAttributes(client: Client): readonly string[] {
  const { usernameAttributes, schemaAttributes, autoVerifiedAttributes } = client.pool.settings;
  const required = schemaAttributes
    .filter(({ isRequired }) => isRequired)
    .map(({ name, isCustom }) => (isCustom ? `custom:${name}` : name));
  const isByAddress = usernameAttributes.length > 0;
  const forCode = isByAddress ? [] : autoVerifiedAttributes.slice(0, 1);
  const onlyName = usernameAttributes.length === 1 ? usernameAttributes[0] : undefined;
  return [...new Set([...forCode, ...required])].filter((name) => name !== onlyName);
}

async function renderSignUp(
  context: PageContext,
  errors: readonly FieldError[],
  values: FormContext['form'],
): Promise<Response> {
  const { messages, interaction } = context;
  const title = messages.text('signUpTitle');
  const name = nameField(context, {
    autocomplete: 'username',
    isFocused: true,
    value: values.get('username'),
  });
  return await showPage(context, {
    name: 'signup',
    title,
    hasError: errors.length > 0,
    children: html`${errorSummary(messages, errors)}${intro(title)}
${pageForm(context, {
  action: 'signup',
  children: html`${field(messages, name, errors)}
${attributeFields(context, askedAttributes(interaction.client), { errors, values })}
${newPasswordFields(context, errors, { isFirst: true })}
${button(messages.text('signUp'))}`,
})}
<div class="links"><a href="${linkTo(context, 'login')}">${messages.text('haveAccount')}</a></div>`,
  });
}

async function renderConfirmUser(context: PageContext, errors: readonly FieldError[]): Promise<Response> {
  const { messages, interaction } = context;
  const { name, destination, notice: shownNotice } = interaction.progress;
  const title = messages.text('confirmTitle');
  const text =
    destination === undefined
      ? messages.text('confirmIntro')
      : messages.text('codeSentTo', { destination: `\u2068${destination}\u2069` });
  const isSent = shownNotice === 'code_sent' && errors.length === 0;
  const nameInput =
    name === undefined
      ? field(messages, nameField(context, { autocomplete: 'username' }), errors)
      : html`<input type="hidden" name="username" value="${name}">`;
  return await showPage(context, {
    name: 'confirmUser',
    title,
    hasError: errors.length > 0,
    children: html`${errorSummary(messages, errors)}${isSent ? notice(messages.text('sentAgain')) : ''}${intro(title, text)}
${pageForm(context, { action: 'confirmUser', children: html`${nameInput}${codeField(messages, errors)}${button(messages.text('confirm'))}` })}
${name === undefined ? '' : pageForm(context, { action: 'resendcode', children: button(messages.text('sendAgain'), { kind: 'secondary' }) })}
<div class="links"><a href="${linkTo(context, 'login')}">${messages.text('backToSignIn')}</a></div>`,
  });
}
