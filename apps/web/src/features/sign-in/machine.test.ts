import type { SignInStep } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { type ApiError, localError } from '../../api/error.ts';
import type { SignInProblem } from '../../api/password-sign-in.ts';
import { initialState, isChallenge, reduceSignIn, type SignInEvent, type SignInState } from './machine.ts';

const NOW = 1_000_000;
/** The server's clock is years away from the browser's, and its deadline five minutes from its own now. */
const PENDING = {
  username: 'ada@example.org',
  serverTime: '2031-05-01T10:00:00.000Z',
  expiresAt: '2031-05-01T10:05:00.000Z',
} as const;
const DEADLINE = NOW + 5 * 60_000;
const CODE_STEP: SignInStep = { step: 'SOFTWARE_TOKEN_MFA', ...PENDING };
const PASSWORD_STEP: SignInStep = { step: 'NEW_PASSWORD_REQUIRED', ...PENDING, requiredAttributes: ['name'] };
const UNKNOWN_STEP: SignInStep = { step: 'unknown', ...PENDING, challenge: 'SMS_MFA', hostedPage: null };
const PROOF_STEP: SignInStep = {
  step: 'PASSWORD_VERIFIER',
  ...PENDING,
  poolName: 'p',
  userIdForSrp: 'u',
  salt: '1',
  srpB: '2',
  secretBlock: 'c2VjcmV0',
};

const arrived = (step: SignInStep): SignInEvent => ({ type: 'arrived', step, nowMs: NOW });
const refused = (code: ApiError['code'], more: Partial<ApiError> = {}): SignInEvent => ({
  type: 'refused',
  problem: { kind: 'refused', error: { ...localError(code), ...more } },
  nowMs: NOW,
});
const run = (...events: readonly SignInEvent[]): SignInState =>
  events.reduce(reduceSignIn, initialState(false));

const SUBMITTED: SignInEvent = { type: 'submitted', username: 'ada@example.org' };
const AT_CODE = run(SUBMITTED, arrived(CODE_STEP));
const AT_PASSWORD = run(SUBMITTED, arrived(PASSWORD_STEP));
const AT_UNKNOWN = run(SUBMITTED, arrived(UNKNOWN_STEP));

test('a fresh page is a form, a reopened challenge asks the server first', () => {
  expect(initialState(false)).toMatchObject({ at: 'form', username: '', isBusy: false });
  expect(initialState(true)).toEqual({ at: 'loading' });
});

test('sending the form keeps the name, shows that it is busy and forgets the old problem', () => {
  const failed = run(SUBMITTED, refused('sign_in_failed'));
  expect(reduceSignIn(failed, { type: 'submitted', username: 'bob' })).toEqual({
    at: 'form',
    username: 'bob',
    isBusy: true,
    problem: undefined,
    waitUntilMs: undefined,
  });
});

test('a password alone may be enough', () => {
  expect(run(SUBMITTED, arrived({ step: 'signed_in' }))).toEqual({ at: 'signed_in' });
});

test.each([
  ['code', CODE_STEP],
  ['new_password', PASSWORD_STEP],
  ['unknown', UNKNOWN_STEP],
] as const)('the step %s carries the name and a deadline by the clock of the browser', (at, step) => {
  expect(run(SUBMITTED, arrived(step))).toMatchObject({
    at,
    username: 'ada@example.org',
    deadlineMs: DEADLINE,
  });
});

test('challenges may follow each other', () => {
  const after = [{ type: 'answered' } as const, arrived(CODE_STEP)].reduce(reduceSignIn, AT_PASSWORD);
  expect(after).toMatchObject({ at: 'code', isBusy: false, error: undefined });
});

test('what the pool wants to know besides the password is passed on', () => {
  expect(AT_PASSWORD).toMatchObject({ requiredAttributes: ['name'] });
});

test('an unknown challenge is told by its name, with the page of the provider', () => {
  const step: SignInStep = { ...UNKNOWN_STEP, hostedPage: 'https://login.example.org' };
  expect(run(SUBMITTED, arrived(step))).toMatchObject({
    challenge: 'SMS_MFA',
    hostedPage: 'https://login.example.org',
  });
});

test.each([
  ['none', { step: 'none' }, ''],
  ['a password proof whose secret went with the page', PROOF_STEP, 'ada@example.org'],
] as const)('a reload that finds %s begins at the form', (_name, step, username) => {
  expect(reduceSignIn({ at: 'loading' }, arrived(step))).toMatchObject({ at: 'form', username });
});

test('a reload keeps the step', () => {
  expect(reduceSignIn({ at: 'loading' }, arrived(CODE_STEP))).toMatchObject({ at: 'code' });
});

test('a reload without an answer says why and can be repeated', () => {
  const failed = reduceSignIn({ at: 'loading' }, refused('offline'));
  expect(failed).toEqual({ at: 'load_failed', error: localError('offline') });
  expect(reduceSignIn(failed, { type: 'reloading' })).toEqual({ at: 'loading' });
});

test('an attempt that the server no longer knows has expired, with the name kept', () => {
  expect(reduceSignIn(AT_CODE, arrived({ step: 'none' }))).toEqual({
    at: 'expired',
    username: 'ada@example.org',
  });
});

test.each(['sign_in_failed', 'account_disabled', 'offline', 'pool_unavailable'] as const)(
  'the refusal %s leaves the form open, with the name and the reason',
  (code) => {
    expect(run(SUBMITTED, refused(code))).toMatchObject({
      at: 'form',
      username: 'ada@example.org',
      isBusy: false,
      problem: { kind: 'refused', error: { code } },
    });
  },
);

test.each(['insecure', 'unprovable'] as const)('the problem %s is shown on the form', (kind) => {
  const problem: SignInProblem = { kind };
  expect(run(SUBMITTED, { type: 'refused', problem, nowMs: NOW })).toMatchObject({ at: 'form', problem });
});

test('too many tries are a wait by the length that the server names', () => {
  const event = refused('too_many_tries', {
    retryAfterMs: 30_000,
    facts: { retry_at: '1999-01-01T00:00:00Z' },
  });
  expect(run(SUBMITTED, event)).toMatchObject({ waitUntilMs: NOW + 30_000 });
  expect([{ type: 'answered' } as const, event].reduce(reduceSignIn, AT_CODE)).toMatchObject({
    at: 'code',
    waitUntilMs: NOW + 30_000,
  });
});

test('too many tries without a length are a wait until the instant that the server names', () => {
  const event = refused('too_many_tries', { facts: { retry_at: '1970-01-01T00:20:00.000Z' } });
  expect(run(SUBMITTED, event)).toMatchObject({ waitUntilMs: 1_200_000 });
  expect(run(SUBMITTED, refused('too_many_tries', { facts: { retry_at: 'soon' } }))).toMatchObject({
    waitUntilMs: undefined,
  });
});

test('other refusals are no wait', () => {
  expect(run(SUBMITTED, refused('pool_unavailable', { retryAfterMs: 5_000 }))).toMatchObject({
    waitUntilMs: undefined,
  });
});

test('a wrong code keeps the attempt alive', () => {
  const event = refused('challenge_failed', { facts: { tries_left: 2 } });
  expect([{ type: 'answered' } as const, event].reduce(reduceSignIn, AT_CODE)).toMatchObject({
    at: 'code',
    isBusy: false,
    deadlineMs: DEADLINE,
    error: { code: 'challenge_failed', facts: { tries_left: 2 } },
  });
});

test('a new answer takes the old reason away', () => {
  const wrong = reduceSignIn(AT_CODE, refused('challenge_failed'));
  expect(reduceSignIn(wrong, { type: 'answered' })).toMatchObject({ isBusy: true, error: undefined });
});

test('a refused new password stays on its screen with its issues', () => {
  const event = refused('invalid_request', { issues: [{ path: 'newPassword', code: 'password_common' }] });
  expect(reduceSignIn(AT_PASSWORD, event)).toMatchObject({
    at: 'new_password',
    requiredAttributes: ['name'],
    error: { issues: [{ path: 'newPassword', code: 'password_common' }] },
  });
});

test.each([AT_CODE, AT_PASSWORD])('an expired challenge ends the attempt and keeps the name', (state) => {
  expect(reduceSignIn(state, refused('challenge_expired'))).toEqual({
    at: 'expired',
    username: 'ada@example.org',
  });
});

test.each(['sign_in_failed', 'account_disabled'] as const)(
  'the refusal %s of an answer leads back to the form',
  (code) => {
    expect(reduceSignIn(AT_CODE, refused(code))).toMatchObject({
      at: 'form',
      username: 'ada@example.org',
      problem: { error: { code } },
    });
  },
);

test.each([AT_CODE, AT_PASSWORD, AT_UNKNOWN])('the deadline ends each challenge', (state) => {
  expect(reduceSignIn(state, { type: 'timed_out' })).toEqual({ at: 'expired', username: 'ada@example.org' });
});

test('a deadline that passes after the challenge was left changes nothing', () => {
  const form = reduceSignIn(AT_CODE, { type: 'restarted' });
  expect(reduceSignIn(form, { type: 'timed_out' })).toBe(form);
});

test.each([AT_CODE, AT_PASSWORD, AT_UNKNOWN, run(SUBMITTED, arrived(CODE_STEP), { type: 'timed_out' })])(
  'starting again keeps the name and nothing else',
  (state) => {
    expect(reduceSignIn(state, { type: 'restarted' })).toEqual({
      ...initialState(false),
      username: 'ada@example.org',
    });
  },
);

test('whoever is signed in cannot go back into the sign-in', () => {
  expect(reduceSignIn({ at: 'signed_in' }, { type: 'restarted' })).toEqual({ at: 'signed_in' });
});

test('answers that come too late change nothing', () => {
  const form = initialState(false);
  expect(reduceSignIn(form, { type: 'answered' })).toBe(form);
  expect(reduceSignIn(AT_CODE, SUBMITTED)).toBe(AT_CODE);
  const expired = reduceSignIn(AT_CODE, { type: 'timed_out' });
  expect(reduceSignIn(expired, refused('challenge_failed'))).toBe(expired);
  expect(reduceSignIn(AT_CODE, { type: 'refused', problem: { kind: 'insecure' }, nowMs: NOW })).toBe(AT_CODE);
});

test('the address is that of the challenge while one is open, and also when it has expired', () => {
  expect([AT_CODE, AT_PASSWORD, AT_UNKNOWN].every(isChallenge)).toBe(true);
  expect(isChallenge(reduceSignIn(AT_CODE, { type: 'timed_out' }))).toBe(true);
  expect(isChallenge(initialState(true))).toBe(true);
  expect(isChallenge(initialState(false))).toBe(false);
  expect(isChallenge({ at: 'signed_in' })).toBe(false);
});
