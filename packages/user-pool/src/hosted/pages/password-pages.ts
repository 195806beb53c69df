import { html } from 'hono/html';
import type { Deps } from '../../deps.ts';
import type { HostedRequest } from '../hosted-request.ts';
import type { Progress } from '../interaction.ts';
import { readCode, readNewPassword } from './challenge-answers.ts';
import { codeField, newPasswordFields } from './fields.ts';
import { button, errorSummary, field, type FieldError, intro } from './layout.ts';
import { nameField, readName } from './names.ts';
import { goTo, linkTo, openForm, openPage, type PageContext, pageForm, showPage } from './page-context.ts';
import { callPool, clientMembers } from './pool-call.ts';
import { isAboutPassword, problemOf } from './problems.ts';

/** `GET /forgotPassword`. */
export async function showForgotPassword(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openPage(deps, hosted);
  return opened.ok ? await renderForgot(opened.value, []) : opened.error;
}

/** `POST /forgotPassword`: answers the same for existing and unknown users. */
export async function answerForgotPassword(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openForm(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const name = readName(context.form);
  if (name === '') return await renderForgot(context, [{ field: 'username', key: 'errorNeeded' }]);
  const sent = await callPool(context, 'ForgotPassword', {
    ...clientMembers(context, name),
    Username: name,
  });
  if (!sent.ok) return await renderForgot(context, [{ field: 'username', key: problemOf(sent.error) }]);
  return await goTo(context, 'confirmForgotPassword', {
    progress: begun(context.interaction.progress, name),
  });
}

/** `GET /confirmForgotPassword`. */
export async function showConfirmForgotPassword(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openPage(deps, hosted);
  return opened.ok ? await renderReset(opened.value, []) : opened.error;
}

/** `POST /confirmForgotPassword`. The following sign-in requires every factor. */
export async function answerConfirmForgotPassword(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openForm(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const { progress } = context.interaction;
  const name = readName(context.form) || (progress.name ?? '');
  const code = readCode(context.form);
  const password = readNewPassword(context.form);
  if (name === '' || code === '' || !password.ok) {
    return await renderReset(context, [
      ...(name === '' ? [{ field: 'username', key: 'errorNeeded' } as const] : []),
      ...(code === '' ? [{ field: 'code', key: 'errorNeeded' } as const] : []),
      ...(password.ok ? [] : password.error),
    ]);
  }
  const changed = await callPool(context, 'ConfirmForgotPassword', {
    ...clientMembers(context, name),
    Username: name,
    ConfirmationCode: code,
    Password: password.value,
  });
  if (!changed.ok) {
    return await renderReset(context, [
      { field: isAboutPassword(changed.error) ? 'password' : 'code', key: problemOf(changed.error) },
    ]);
  }
  return await goTo(context, 'login', { progress: { ...begun(progress, name), notice: 'password_changed' } });
}

function begun(progress: Progress, name: string): Progress {
  const { step, lang } = progress;
  return { step, name, ...(lang === undefined ? {} : { lang }) };
}

async function renderForgot(context: PageContext, errors: readonly FieldError[]): Promise<Response> {
  const { messages } = context;
  const title = messages.text('forgotTitle');
  const name = nameField(context, { autocomplete: 'username', isFocused: true });
  return await showPage(context, {
    name: 'forgotPassword',
    title,
    hasError: errors.length > 0,
    children: html`${errorSummary(messages, errors)}${intro(title, messages.text('forgotIntro'))}
${pageForm(context, { action: 'forgotPassword', children: html`${field(messages, name, errors)}${button(messages.text('sendCode'))}` })}
<div class="links"><a href="${linkTo(context, 'login')}">${messages.text('backToSignIn')}</a></div>`,
  });
}

async function renderReset(context: PageContext, errors: readonly FieldError[]): Promise<Response> {
  const { messages, interaction } = context;
  const title = messages.text('resetTitle');
  const { name } = interaction.progress;
  const nameInput =
    name === undefined
      ? field(messages, nameField(context, { autocomplete: 'username' }), errors)
      : html`<input type="text" name="username" autocomplete="username" value="${name}" readonly hidden>`;
  return await showPage(context, {
    name: 'confirmForgotPassword',
    title,
    hasError: errors.length > 0,
    children: html`${errorSummary(messages, errors)}${intro(title, messages.text('resetIntro'))}
${pageForm(context, {
  action: 'confirmForgotPassword',
  children: html`${nameInput}${codeField(messages, errors)}${newPasswordFields(context, errors)}${button(messages.text('savePassword'))}`,
})}
<div class="links">
<a href="${linkTo(context, 'forgotPassword')}">${messages.text('sendAgain')}</a>
<a href="${linkTo(context, 'login')}">${messages.text('backToSignIn')}</a>
</div>`,
  });
}
