import type { Page, Route } from '@playwright/test';
import { NAME, STEPS } from '../../../apps/web/src/features/sign-in/machine.world.ts';
import type { Words } from '../words.ts';

// Mocked responses include states that no pool can produce.

interface Answer {
  readonly status: number;
  readonly body?: object;
  readonly retryAfterSeconds?: number;
}

export interface SignInScreen {
  readonly name: string;
  /** Undefined before a sign-in. */
  readonly step?: object;
  /** Defaults to the challenge, or to the form without a step. */
  readonly path?: string;
  readonly answer?: Answer | 'never';
  readonly act?: (page: Page, say: Words) => Promise<void>;
  readonly isPassing?: boolean;
}

const WRONG = refusal(400, 'challenge_failed', { tries_left: 4 });
const SOON = { ...refusal(429, 'too_many_tries'), retryAfterSeconds: 90 };
const CODE = { step: STEPS.EMAIL_OTP, act: typeCode } as const;
const QUESTION = { ...STEPS.CUSTOM_CHALLENGE, parameters: { question: 'Which river?', place: 'Paris' } };

export const SIGN_IN_SCREENS: readonly SignInScreen[] = [
  { name: 'form', path: '/sign-in' },
  { name: 'form-refused', path: '/sign-in', answer: refusal(400, 'sign_in_failed'), act: enter },
  { name: 'form-wait', path: '/sign-in', answer: SOON, act: enter },
  { name: 'form-busy', path: '/sign-in', answer: 'never', act: enter },
  { name: 'loading', path: '/sign-in/challenge', isPassing: true },
  { name: 'load-failed', step: refusal(500, 'internal') },
  { name: 'new-password', step: STEPS.NEW_PASSWORD_REQUIRED },
  { name: 'new-password-refused', step: STEPS.NEW_PASSWORD_REQUIRED, act: replacePassword },
  { name: 'sms', step: STEPS.SMS_MFA },
  { name: 'mail', step: STEPS.EMAIL_OTP },
  { name: 'mail-wrong', ...CODE, answer: WRONG },
  { name: 'mail-wait', ...CODE, answer: SOON },
  { name: 'mail-busy', ...CODE, answer: 'never' },
  { name: 'expired', ...CODE, answer: refusal(400, 'challenge_expired') },
  { name: 'sms-first', step: STEPS.SMS_OTP },
  { name: 'authenticator', step: STEPS.SOFTWARE_TOKEN_MFA },
  {
    name: 'authenticator-lost',
    step: STEPS.SOFTWARE_TOKEN_MFA,
    act: (page, say) => press(page, say('sign-in.lost')),
  },
  { name: 'choose-factor', step: STEPS.SELECT_MFA_TYPE },
  { name: 'choose-nothing', step: { ...STEPS.SELECT_MFA_TYPE, factors: [] } },
  { name: 'set-up', step: STEPS.MFA_SETUP },
  {
    name: 'set-up-mail',
    step: STEPS.MFA_SETUP,
    act: (page, say) => press(page, say('sign-in.factor.EMAIL_OTP')),
  },
  { name: 'set-up-authenticator', step: STEPS.MFA_SETUP_AUTHENTICATOR },
  { name: 'question', step: QUESTION },
  { name: 'question-by-message', step: { ...QUESTION, parameters: {} } },
  { name: 'choose-first', step: STEPS.SELECT_CHALLENGE },
  {
    name: 'choose-password',
    step: STEPS.SELECT_CHALLENGE,
    act: (page, say) => press(page, say('sign-in.choice.PASSWORD_SRP')),
  },
  { name: 'passkey', step: STEPS.WEB_AUTHN },
  {
    name: 'passkey-failed',
    step: STEPS.WEB_AUTHN,
    act: (page, say) => press(page, say('sign-in.passkey.use')),
  },
  { name: 'unknown', step: STEPS.unknown },
  { name: 'unknown-no-pages', step: { ...STEPS.unknown, hostedIssuer: null } },
  { name: 'unknown-newer', step: { ...STEPS.WEB_AUTHN, step: 'RETINA' } },
  { name: 'sign-up', path: '/sign-up' },
  {
    name: 'sign-up-incomplete',
    path: '/sign-up',
    act: (page, say) => press(page, say('accounts.signUp.submit')),
  },
  { name: 'sign-up-confirm', path: '/sign-up/confirm' },
  { name: 'reset', path: '/reset' },
  { name: 'reset-confirm', path: '/reset/confirm' },
  {
    name: 'callback-failed',
    path: '/auth/callback?state=x&code=y',
    answer: refusal(503, 'issuer_unavailable'),
  },
  {
    name: 'callback-refused',
    path: '/auth/callback?state=x&code=y',
    answer: refusal(403, 'account_not_admitted'),
  },
];

export async function showSignInScreen(
  page: Page,
  screen: SignInScreen,
  at: { readonly url: string; readonly say: Words },
): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route(/\/api\/v1\/sign-in(\/|$)/, async (route) => await play(route, screen));
  await page.goto(`${at.url}${screen.path ?? '/sign-in/challenge'}`);
  const heading = page.getByRole('heading', { level: 1 });
  await heading.waitFor();
  await screen.act?.(page, at.say);
}

async function play(route: Route, { step, answer, isPassing = false }: SignInScreen): Promise<void> {
  const method = route.request().method();
  if (method === 'DELETE') await route.fulfill({ status: 204 });
  else if (method !== 'GET') await give(route, answer ?? refusal(500, 'internal'));
  else if (isPassing) return;
  else await give(route, isAnswer(step) ? step : { status: 200, body: step ?? STEPS.none });
}

async function give(route: Route, answer: Answer | 'never'): Promise<void> {
  if (answer === 'never') return;
  const { status, body, retryAfterSeconds } = answer;
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const contentType = status < 400 ? 'application/json' : 'application/problem+json';
  await route.fulfill({ status, headers, contentType, body: JSON.stringify(body) });
}

function isAnswer(step: object | undefined): step is Answer {
  return step !== undefined && 'status' in step;
}

function refusal(status: number, code: string, facts: object = {}): Answer {
  const body = { type: 'about:blank', title: 'Refused', status, code, requestId: 'r', ...facts };
  return { status, body };
}

async function enter(page: Page, say: Words): Promise<void> {
  await page.getByLabel(say('sign-in.name')).fill(NAME);
  await page.getByLabel(say('sign-in.password'), { exact: true }).fill('some password of hers');
  await press(page, say('sign-in.submit'));
}

async function typeCode(page: Page, say: Words): Promise<void> {
  await page.getByLabel(say('sign-in.code.sentLabel'), { exact: true }).fill('12345678');
}

async function replacePassword(page: Page, say: Words): Promise<void> {
  await page.getByLabel(say('sign-in.new.password'), { exact: true }).fill('short');
  await press(page, say('sign-in.new.submit'));
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
}
