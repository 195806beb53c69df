import { html } from 'hono/html';
import { answerChallenge } from '../../challenges/sign-in.ts';
import type { Deps } from '../../deps.ts';
import type { PoolError } from '../../errors.ts';
import type { HostedRequest } from '../hosted-request.ts';
import { keepProgress, type PendingChallenge } from '../interaction.ts';
import { redirect } from '../respond.ts';
import { type Reply, readReply } from './challenge-answers.ts';
import { viewChallenge } from './challenge-views.ts';
import { showFault } from './fault-page.ts';
import { errorSummary, type FieldError } from './layout.ts';
import { renderLogin } from './login-page.ts';
import {
  type FormContext,
  goTo,
  linkTo,
  openForm,
  openPage,
  type PageContext,
  showPage,
} from './page-context.ts';
import { isSessionOver, problemOf } from './problems.ts';
import { associateApp, runStep } from './sign-in-flow.ts';

/** `GET /challenge`: shows the current step, also after a reload or the back button. */
export async function showChallengePage(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openPage(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const { challenge } = context.interaction.progress;
  return challenge === undefined
    ? toLogin(context)
    : await renderChallenge(context, { challenge, errors: [], values: new Map() });
}

/** `POST /challenge`. A form of an earlier step redirects to the current one. */
export async function answerChallengePage(deps: Deps, hosted: HostedRequest): Promise<Response> {
  const opened = await openForm(deps, hosted);
  if (!opened.ok) return opened.error;
  const context = opened.value;
  const { form, interaction } = context;
  const { challenge, step, name = '' } = interaction.progress;
  if (challenge === undefined) return toLogin(context);
  if (form.get('step') !== String(step))
    return await goTo(context, 'challenge', { progress: interaction.progress });

  const reply = await readReply(context, challenge);
  if (!reply.ok) return await explain(context, challenge, reply.error);
  if (reply.value.kind === 'invalid')
    return await renderChallenge(context, { challenge, errors: reply.value.errors, values: form });
  if (reply.value.kind === 'choice') return await choose(context, challenge, reply.value.choice);
  const { responses, session } = reply.value;
  const outcome = await runStep(context, {
    name,
    run: async (signIn) =>
      await answerChallenge(deps, {
        ...signIn,
        name: challenge.name,
        username: challenge.username,
        session: session ?? challenge.session,
        responses: { ...responses, USERNAME: challenge.username },
      }),
  });
  if (outcome.ok) return outcome.value;
  return await explain(context, withSession(challenge, reply.value), outcome.error);
}

function withSession(challenge: PendingChallenge, reply: Reply): PendingChallenge {
  return reply.kind === 'answer' && reply.session !== undefined
    ? { ...challenge, session: reply.session }
    : challenge;
}

async function choose(context: FormContext, challenge: PendingChallenge, choice: string): Promise<Response> {
  const { progress } = context.interaction;
  const chosen =
    choice === 'SOFTWARE_TOKEN_MFA' && challenge.name === 'MFA_SETUP'
      ? await associateApp(context, challenge)
      : { ok: true as const, value: { ...challenge, choice } };
  if (!chosen.ok) return await explain(context, challenge, chosen.error);
  return await goTo(context, 'challenge', {
    progress: { ...progress, challenge: chosen.value, step: progress.step + 1 },
  });
}

async function explain(
  context: FormContext,
  challenge: PendingChallenge,
  error: PoolError,
): Promise<Response> {
  const { deps, hosted, interaction, form } = context;
  const { request, progress } = interaction;
  const { challenge: _, ...rest } = progress;
  if (isSessionOver(error)) {
    await keepProgress(deps, interaction, rest);
    return await showFault(deps, hosted, { code: 'expired', request, progress });
  }
  const isRestarted =
    error.type === 'NotAuthorizedException' && error.message !== 'Password attempts exceeded';
  if (isRestarted) {
    const restarted = await keepProgress(deps, interaction, rest);
    return await renderLogin({ ...context, interaction: restarted }, [
      { field: 'username', key: problemOf(error) },
    ]);
  }
  const errors: readonly FieldError[] = [{ field: fieldOf(challenge), key: problemOf(error) }];
  return await renderChallenge(context, { challenge, errors, values: form });
}

function fieldOf(challenge: PendingChallenge): string {
  switch (challenge.name) {
    case 'NEW_PASSWORD_REQUIRED':
    case 'PASSWORD':
      return 'password';
    case 'CUSTOM_CHALLENGE':
      return 'answer';
    case 'SELECT_MFA_TYPE':
    case 'WEB_AUTHN':
      return 'choice';
    case 'SELECT_CHALLENGE':
      return challenge.choice === 'PASSWORD' ? 'password' : 'choice';
    case 'MFA_SETUP':
      return challenge.choice === 'EMAIL_OTP' ? 'email' : 'code';
    case 'PASSWORD_VERIFIER':
    case 'PASSWORD_SRP':
    case 'DEVICE_SRP_AUTH':
    case 'DEVICE_PASSWORD_VERIFIER':
    case 'ADMIN_NO_SRP_AUTH':
    case 'SMS_MFA':
    case 'SMS_OTP':
    case 'EMAIL_OTP':
    case 'SOFTWARE_TOKEN_MFA':
      return 'code';
  }
}

function toLogin(context: PageContext): Response {
  return redirect(linkTo(context, 'login'), {
    status: 303,
    isSecure: context.deps.publicUrl.startsWith('https:'),
  });
}

async function renderChallenge(
  context: PageContext,
  shown: {
    readonly challenge: PendingChallenge;
    readonly errors: readonly FieldError[];
    readonly values: ReadonlyMap<string, string>;
  },
): Promise<Response> {
  const { messages, interaction } = context;
  const { challenge, errors, values } = shown;
  const view = viewChallenge({ context, challenge, errors, values });
  if (view === undefined) return await renderLogin(context, [{ field: 'username', key: 'errorNotOffered' }]);
  const { name } = interaction.progress;
  return await showPage(context, {
    name: 'challenge',
    title: view.title,
    hasError: errors.length > 0,
    hasScript: view.hasScript === true,
    children: html`${errorSummary(messages, errors)}${view.body}
<div class="links">
${name === undefined ? '' : html`<span class="muted who">${messages.text('signedInAs', { name: `\u2068${name}\u2069` })}</span>`}
<a href="${linkTo(context, 'login')}">${messages.text('startAgain')}</a>
</div>`,
  });
}
