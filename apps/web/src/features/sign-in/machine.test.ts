// The machine goes by SIGN_IN_FLOW: its states and edges are read from the table, so that a step that is added there is asked for
// here. What comes late, what is refused and what ends an attempt follow.
import { mayFollow, SIGN_IN_FLOW, type SignInStep } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { localError } from '../../api/error.ts';
import type { SignInProblem } from '../../api/password-sign-in.ts';
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

test('a fresh page is a form, a reopened challenge asks the server first', () => {
  expect(FRESH).toMatchObject({ at: 'form', username: '', isBusy: false });
  expect(RESUMED).toEqual({ at: 'loading' });
  const known = { isResuming: false, username: NAME, notice: 'reset' } as const;
  expect(initialState(known)).toMatchObject({ at: 'form', username: NAME, notice: 'reset' });
});

test.each(CHALLENGES)(
  'the step %s of the table has a face, with the name and a deadline by this clock',
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

test.each(EDGES)('from $from the sign-in goes on to $to', ({ from, to }) => {
  expect(mayFollow(from, to)).toBe(true);
  // The proof of a password is given by the code that began it, so the page stands at the form meanwhile.
  const isProof = from === 'start' || from === 'PASSWORD_VERIFIER';
  const before = isProof ? run(SUBMITTED) : answering(stepNamed(from).step);
  const after = reduceSignIn(before, arrived(stepNamed(to)));
  expect(after).toMatchObject(faceOf(to));
});

/** What the page shows for a step that the table names. */
function faceOf(step: string): object {
  if (step === 'signed_in') return { at: 'signed_in' };
  if (step === 'PASSWORD_VERIFIER') return { at: 'form', username: NAME, isBusy: false };
  return { at: 'challenge', step: { step }, isBusy: false };
}

test.each(CHALLENGES)('a reload at %s keeps the step as far as the table says that it survives', (step) => {
  expect(SIGN_IN_FLOW[step].survivesReload).toBe(true);
  expect(reduceSignIn(RESUMED, arrived(STEPS[step]))).toMatchObject({ at: 'challenge', step: { step } });
});

test.each(['none', 'PASSWORD_VERIFIER'] as const)('a reload that finds %s begins at the form', (step) => {
  expect(reduceSignIn(RESUMED, arrived(STEPS[step]))).toMatchObject({ at: 'form', isBusy: false });
});

test('a reload without an answer says why and can be repeated', () => {
  const failed = reduceSignIn(RESUMED, refused('offline'));
  expect(failed).toEqual({ at: 'load_failed', error: localError('offline') });
  expect(reduceSignIn(failed, { type: 'reloading' })).toEqual({ at: 'loading' });
});

test('an unknown challenge is told by its name, with the page of the provider', () => {
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

test('the way from an unknown step to the pages of the provider is asked for, and a refusal begins anew', () => {
  const leaving = run(SUBMITTED, arrived(STEPS.unknown), SUBMITTED);
  expect(leaving).toMatchObject({ at: 'unknown', isBusy: true, hostedIssuer: 'hosted' });
  expect(reduceSignIn(leaving, refused('issuer_unavailable'))).toMatchObject({
    at: 'form',
    username: NAME,
    isBusy: false,
    problem: { error: { code: 'issuer_unavailable' } },
  });
});

test('a session that the server knows nothing of leads back to the form, which says why', () => {
  const forgotten: SignInEvent = { type: 'forgotten', username: NAME };
  expect(reduceSignIn({ at: 'signed_in' }, forgotten)).toMatchObject({
    at: 'form',
    username: NAME,
    problem: { error: { code: 'cookies_refused' } },
  });
  expect(run(SUBMITTED, forgotten)).toEqual(run(SUBMITTED));
});

test('a step of a newer server is an unknown one, and no blank page', () => {
  const step: SignInStep = JSON.parse(JSON.stringify({ ...STEPS.WEB_AUTHN, step: 'RETINA' }));
  expect(run(SUBMITTED, arrived(step))).toMatchObject({ at: 'unknown', challenge: 'RETINA' });
});

test('sending the form keeps the name, shows that it is busy and forgets the old problem', () => {
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

test('a second press while the first is on its way changes nothing', () => {
  const busy = run(SUBMITTED);
  expect(reduceSignIn(busy, { type: 'submitted', username: 'bob' })).toBe(busy);
});

test('an attempt that the server no longer knows has expired, with the name kept', () => {
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
  // A password that was chosen on the way: the attempt waits for a proof that will not come.
  expect(reduceSignIn(answering('SELECT_CHALLENGE'), event)).toMatchObject({
    at: 'form',
    username: NAME,
    problem,
    isBusy: false,
  });
});

test('too many tries are a wait by the length that the server names', () => {
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

test('too many tries without a length are a wait until the instant that the server names', () => {
  const event = refused('too_many_tries', { facts: { retry_at: '1970-01-01T00:20:00.000Z' } });
  expect(run(SUBMITTED, event)).toMatchObject({ waitUntilMs: 1_200_000 });
  expect(run(SUBMITTED, refused('too_many_tries', { facts: { retry_at: 'soon' } }))).toMatchObject({
    waitUntilMs: undefined,
  });
});

test('other refusals are no wait', () => {
  const event = refused('pool_unavailable', { retryAfterMs: 5_000 });
  expect(run(SUBMITTED, event)).toMatchObject({ waitUntilMs: undefined });
});

test.each(CHALLENGES)(
  'a wrong answer to %s keeps the attempt alive, and a new one takes the reason away',
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
  '%s ends by its deadline, by the server, and by a new beginning, with the name kept',
  (step) => {
    const expired = { at: 'expired', username: NAME };
    expect(reduceSignIn(at(step), { type: 'timed_out' })).toEqual(expired);
    expect(reduceSignIn(answering(step), refused('challenge_expired'))).toEqual(expired);
    const form = { ...FRESH, username: NAME };
    expect(reduceSignIn(at(step), { type: 'restarted' })).toEqual(form);
    expect(reduceSignIn(answering(step), { type: 'restarted' })).toEqual(form);
  },
);

test.each(['sign_in_failed', 'account_disabled', 'account_not_admitted'] as const)(
  'the refusal %s of an answer leads back to the form',
  (code) => {
    expect(reduceSignIn(answering('WEB_AUTHN'), refused(code))).toMatchObject({
      at: 'form',
      username: NAME,
      problem: { error: { code } },
    });
  },
);

test('another code that was sent is told until the next answer', () => {
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

test('whoever is signed in cannot go back into the sign-in', () => {
  expect(reduceSignIn({ at: 'signed_in' }, { type: 'restarted' })).toEqual({ at: 'signed_in' });
});

test('what comes too late changes nothing, a session excepted', () => {
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

test('the address is that of the challenge while one is open, and also when it has expired', () => {
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
