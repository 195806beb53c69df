// The states and transitions come from SIGN_IN_FLOW.
import { mayFollow, SIGN_IN_FLOW, type SignInStep } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { localError } from '../../api/calls/error.ts';
import type { SignInProblem } from '../../api/session/password-sign-in.ts';
import { initialState, isChallenge, reduceSignIn, type SignInEvent } from './machine.ts';
import {
  ANSWERED,
  answering,
  arrived,
  at,
  CHALLENGES,
  DEADLINE,
  FRESH,
  NAME,
  NOW,
  refused,
  RESUMED,
  run,
  STEPS,
  SUBMITTED,
} from './machine.world.ts';

const EDGES = Object.entries(SIGN_IN_FLOW).flatMap(([from, { next }]) => next.map((to) => ({ from, to })));

test('a new page shows the form, a reloaded challenge asks the server first', () => {
  expect(FRESH).toMatchObject({ at: 'form', username: '', isBusy: false });
  expect(RESUMED).toEqual({ at: 'loading' });
  const known = { isResuming: false, username: NAME, notice: 'reset' } as const;
  expect(initialState(known)).toMatchObject({ at: 'form', username: NAME, notice: 'reset' });
});

test.each(CHALLENGES)(
  'the step %s of the table has a screen, with the name and a deadline by this clock',
  (step) => {
    expect(at(step)).toMatchObject({
      at: 'challenge',
      step: STEPS[step],
      username: NAME,
      deadlineMs: DEADLINE,
      isBusy: false,
      error: undefined,
    });
  },
);

test('the error of one kind of code is not shown with the other, and a wait stays', () => {
  const wrong = reduceSignIn(answering('SOFTWARE_TOKEN_MFA'), refused('challenge_failed'));
  expect(wrong).toMatchObject({ at: 'challenge', error: { code: 'challenge_failed' } });
  expect(reduceSignIn(wrong, { type: 'switched' })).toEqual(at('SOFTWARE_TOKEN_MFA'));
  const waiting = refused('too_many_tries', { retryAfterMs: 5_000 });
  const tired = reduceSignIn(answering('SOFTWARE_TOKEN_MFA'), waiting);
  const switched = reduceSignIn(tired, { type: 'switched' });
  expect(switched).toMatchObject({ error: undefined, waitUntilMs: NOW + 5_000 });
});

test.each(EDGES)('from $from the sign-in continues to $to', ({ from, to }) => {
  expect(mayFollow(from, to)).toBe(true);
  // The page shows the form during the password proof.
  const isProof = from === 'start' || from === 'PASSWORD_VERIFIER';
  const before = isProof ? run(SUBMITTED) : answering(stepNamed(from).step);
  const after = reduceSignIn(before, arrived(stepNamed(to)));
  expect(after).toMatchObject(faceOf(to));
});

function faceOf(step: string): object {
  if (step === 'signed_in') return { at: 'signed_in' };
  if (step === 'PASSWORD_VERIFIER') return { at: 'form', username: NAME, isBusy: false };
  return { at: 'challenge', step: { step }, isBusy: false };
}

test.each(CHALLENGES)('a reload at %s keeps the step as far as the table says that it survives', (step) => {
  expect(SIGN_IN_FLOW[step].survivesReload).toBe(true);
  expect(reduceSignIn(RESUMED, arrived(STEPS[step]))).toMatchObject({ at: 'challenge', step: { step } });
});

test.each(['none', 'PASSWORD_VERIFIER'] as const)('a reload that finds %s starts at the form', (step) => {
  expect(reduceSignIn(RESUMED, arrived(STEPS[step]))).toMatchObject({ at: 'form', isBusy: false });
});

test('a reload without an answer says why and can be repeated', () => {
  const failed = reduceSignIn(RESUMED, refused('offline'));
  expect(failed).toEqual({ at: 'load_failed', error: localError('offline') });
  expect(reduceSignIn(failed, { type: 'reloading' })).toEqual({ at: 'loading' });
});

test('an unknown challenge is shown by its name, with the page of the provider', () => {
  const hosted: SignInEvent = arrived({
    step: 'unknown',
    username: NAME,
    serverTime: '2031-05-01T10:00:00.000Z',
    expiresAt: '2031-05-01T10:05:00.000Z',
    challenge: 'RETINA',
    hostedIssuer: 'hosted',
  });
  expect(run(SUBMITTED, hosted)).toMatchObject({
    at: 'unknown',
    challenge: 'RETINA',
    hostedIssuer: 'hosted',
    deadlineMs: DEADLINE,
  });
});

test('from an unknown step the provider’s page is requested, and a refusal starts over', () => {
  const leaving = run(SUBMITTED, arrived(STEPS.unknown), SUBMITTED);
  expect(leaving).toMatchObject({ at: 'unknown', isBusy: true, hostedIssuer: 'hosted' });
  expect(reduceSignIn(leaving, refused('issuer_unavailable'))).toMatchObject({
    at: 'form',
    username: NAME,
    isBusy: false,
    problem: { error: { code: 'issuer_unavailable' } },
  });
});

test('an unknown session leads back to the form, which says why', () => {
  const forgotten: SignInEvent = { type: 'forgotten', username: NAME };
  expect(reduceSignIn({ at: 'signed_in' }, forgotten)).toMatchObject({
    at: 'form',
    username: NAME,
    problem: { error: { code: 'cookies_refused' } },
  });
  expect(run(SUBMITTED, forgotten)).toEqual(run(SUBMITTED));
});

test('a step of a newer server is shown as unknown, not as a blank page', () => {
  const step: SignInStep = JSON.parse(JSON.stringify({ ...STEPS.WEB_AUTHN, step: 'RETINA' }));
  expect(run(SUBMITTED, arrived(step))).toMatchObject({ at: 'unknown', challenge: 'RETINA' });
});

test('sending the form keeps the name, shows progress and clears the last problem', () => {
  const failed = run(SUBMITTED, refused('sign_in_failed'));
  expect(reduceSignIn(failed, { type: 'submitted', username: 'bob' })).toEqual({
    at: 'form',
    username: 'bob',
    isBusy: true,
    problem: undefined,
    waitUntilMs: undefined,
    notice: undefined,
  });
});

test('a second submit while the first is pending changes nothing', () => {
  const busy = run(SUBMITTED);
  expect(reduceSignIn(busy, { type: 'submitted', username: 'bob' })).toBe(busy);
});

test('an attempt unknown to the server has expired, and the name is kept', () => {
  const after = reduceSignIn(answering('SOFTWARE_TOKEN_MFA'), arrived({ step: 'none' }));
  expect(after).toEqual({ at: 'expired', username: NAME });
});

test.each(['sign_in_failed', 'account_disabled', 'offline', 'pool_unavailable'] as const)(
  'the refusal %s leaves the form open, with the name and the reason',
  (code) => {
    expect(run(SUBMITTED, refused(code))).toMatchObject({
      at: 'form',
      username: NAME,
      isBusy: false,
      problem: { kind: 'refused', error: { code } },
    });
  },
);

test.each(['insecure', 'unprovable'] as const)('the problem %s is shown on the form', (kind) => {
  const problem: SignInProblem = { kind };
  const event: SignInEvent = { type: 'refused', problem, nowMs: NOW };
  expect(run(SUBMITTED, event)).toMatchObject({ at: 'form', problem });
  // The password proof will never arrive.
  expect(reduceSignIn(answering('SELECT_CHALLENGE'), event)).toMatchObject({
    at: 'form',
    username: NAME,
    problem,
    isBusy: false,
  });
});

test('too many tries wait for the duration that the server names', () => {
  const event = refused('too_many_tries', {
    retryAfterMs: 30_000,
    facts: { retry_at: '1999-01-01T00:00:00Z' },
  });
  expect(run(SUBMITTED, event)).toMatchObject({ waitUntilMs: NOW + 30_000 });
  expect(reduceSignIn(answering('EMAIL_OTP'), event)).toMatchObject({
    at: 'challenge',
    waitUntilMs: NOW + 30_000,
  });
});

test('too many tries without a duration wait until the instant that the server names', () => {
  const event = refused('too_many_tries', { facts: { retry_at: '1970-01-01T00:20:00.000Z' } });
  expect(run(SUBMITTED, event)).toMatchObject({ waitUntilMs: 1_200_000 });
  expect(run(SUBMITTED, refused('too_many_tries', { facts: { retry_at: 'soon' } }))).toMatchObject({
    waitUntilMs: undefined,
  });
});

test('other refusals do not wait', () => {
  const event = refused('pool_unavailable', { retryAfterMs: 5_000 });
  expect(run(SUBMITTED, event)).toMatchObject({ waitUntilMs: undefined });
});

test.each(CHALLENGES)(
  'a wrong answer to %s keeps the attempt open, and a new one clears the reason',
  (step) => {
    const wrong = reduceSignIn(answering(step), refused('challenge_failed', { facts: { tries_left: 2 } }));
    expect(wrong).toMatchObject({
      at: 'challenge',
      step: { step },
      isBusy: false,
      deadlineMs: DEADLINE,
      error: { code: 'challenge_failed', facts: { tries_left: 2 } },
    });
    expect(reduceSignIn(wrong, ANSWERED)).toMatchObject({ isBusy: true, error: undefined });
  },
);

test.each(CHALLENGES)(
  '%s ends at its deadline, by the server or by starting over, and the name is kept',
  (step) => {
    const expired = { at: 'expired', username: NAME };
    expect(reduceSignIn(at(step), { type: 'timed_out' })).toEqual(expired);
    expect(reduceSignIn(answering(step), refused('challenge_expired'))).toEqual(expired);
    const form = { ...FRESH, username: NAME };
    expect(reduceSignIn(at(step), { type: 'restarted' })).toEqual(form);
    expect(reduceSignIn(answering(step), { type: 'restarted' })).toEqual(form);
  },
);

test.each(['sign_in_failed', 'account_disabled', 'account_not_admitted', 'invitation_withdrawn'] as const)(
  'the refusal %s of an answer leads back to the form',
  (code) => {
    expect(reduceSignIn(answering('WEB_AUTHN'), refused(code))).toMatchObject({
      at: 'form',
      username: NAME,
      problem: { error: { code } },
    });
  },
);

test('a new code is announced until the next answer', () => {
  const resent: SignInEvent = { type: 'arrived', step: STEPS.EMAIL_OTP, nowMs: NOW, isResent: true };
  const after = reduceSignIn(answering('EMAIL_OTP'), resent);
  expect(after).toMatchObject({ at: 'challenge', isResent: true });
  expect(reduceSignIn(after, ANSWERED)).toMatchObject({ isResent: false });
});

test('a recovery code leads back to the form, which says that the authenticator is off', () => {
  expect(reduceSignIn(answering('SOFTWARE_TOKEN_MFA'), { type: 'recovered' })).toEqual({
    ...FRESH,
    username: NAME,
    notice: 'recovered',
  });
});

test('a signed-in person cannot return to the sign-in', () => {
  expect(reduceSignIn({ at: 'signed_in' }, { type: 'restarted' })).toEqual({ at: 'signed_in' });
});

test('a late answer changes nothing, except a session', () => {
  const left = [FRESH, at('EMAIL_OTP'), reduceSignIn(at('EMAIL_OTP'), { type: 'timed_out' })];
  for (const state of left) {
    expect(reduceSignIn(state, refused('challenge_failed'))).toBe(state);
    expect(reduceSignIn(state, arrived(STEPS.SOFTWARE_TOKEN_MFA))).toBe(state);
    expect(reduceSignIn(state, arrived(STEPS.signed_in))).toEqual({ at: 'signed_in' });
  }
  expect(reduceSignIn(FRESH, ANSWERED)).toBe(FRESH);
  expect(reduceSignIn(FRESH, { type: 'recovered' })).toBe(FRESH);
  expect(reduceSignIn(FRESH, { type: 'timed_out' })).toBe(FRESH);
  expect(reduceSignIn(FRESH, { type: 'reloading' })).toBe(FRESH);
  const open = at('EMAIL_OTP');
  expect(reduceSignIn(open, SUBMITTED)).toBe(open);
});

test('the URL is that of the challenge while one is open, and when it has expired', () => {
  expect([...CHALLENGES.map(at), at('unknown')].every(isChallenge)).toBe(true);
  expect(isChallenge(reduceSignIn(at('EMAIL_OTP'), { type: 'timed_out' }))).toBe(true);
  expect(isChallenge(RESUMED)).toBe(true);
  expect(isChallenge(FRESH)).toBe(false);
  expect(isChallenge({ at: 'signed_in' })).toBe(false);
});

function stepNamed(name: string): Extract<SignInStep, { step: keyof typeof STEPS }> {
  const found = Object.values(STEPS).find(({ step }) => step === name);
  if (found === undefined) throw new Error(`there is no example of ${name}`);
  return found;
}
