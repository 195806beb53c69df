import { isOpenStep, type OpenStep, SIGN_IN_FLOW, type SignInStep } from '@coffer/contracts';
import { type ApiError, localError } from '../../api/calls/error.ts';
import { initialState, reduceSignIn, type SignInEvent, type SignInState } from './machine.ts';

export const NOW = 1_000_000;
export const NAME = 'ada@example.org';
/** The server's clock differs from the browser's by years. */
const PENDING = {
  username: NAME,
  serverTime: '2031-05-01T10:00:00.000Z',
  expiresAt: '2031-05-01T10:05:00.000Z',
} as const;
export const DEADLINE = NOW + 5 * 60_000;

const SENT = { destination: 'a***@e***', medium: 'EMAIL', canResend: true } as const;

export const STEPS: Readonly<Record<OpenStep | 'unknown' | 'none' | 'signed_in', SignInStep>> = {
  none: { step: 'none' },
  signed_in: { step: 'signed_in' },
  unknown: { step: 'unknown', ...PENDING, challenge: 'DEVICE_SRP_AUTH', hostedIssuer: 'hosted' },
  PASSWORD_VERIFIER: {
    step: 'PASSWORD_VERIFIER',
    ...PENDING,
    poolName: 'p',
    userIdForSrp: 'u',
    salt: '1',
    srpB: '2',
    secretBlock: 'c2VjcmV0',
  },
  NEW_PASSWORD_REQUIRED: { step: 'NEW_PASSWORD_REQUIRED', ...PENDING, requiredAttributes: ['name'] },
  SMS_MFA: { step: 'SMS_MFA', ...PENDING, ...SENT, medium: 'SMS', canResend: false },
  EMAIL_OTP: { step: 'EMAIL_OTP', ...PENDING, ...SENT },
  SMS_OTP: { step: 'SMS_OTP', ...PENDING, ...SENT, medium: 'SMS' },
  SOFTWARE_TOKEN_MFA: { step: 'SOFTWARE_TOKEN_MFA', ...PENDING },
  SELECT_MFA_TYPE: { step: 'SELECT_MFA_TYPE', ...PENDING, factors: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] },
  MFA_SETUP: { step: 'MFA_SETUP', ...PENDING, factors: ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP'] },
  MFA_SETUP_AUTHENTICATOR: {
    step: 'MFA_SETUP_AUTHENTICATOR',
    ...PENDING,
    secret: 'JBSWY3DPEHPK3PXP',
    uri: 'otpauth://totp/Coffer:ada?secret=JBSWY3DPEHPK3PXP',
  },
  CUSTOM_CHALLENGE: { step: 'CUSTOM_CHALLENGE', ...PENDING, parameters: { question: 'Which river?' } },
  SELECT_CHALLENGE: { step: 'SELECT_CHALLENGE', ...PENDING, choices: ['PASSWORD_SRP', 'WEB_AUTHN'] },
  WEB_AUTHN: { step: 'WEB_AUTHN', ...PENDING, options: '{"challenge":"AAAA"}' },
};

export const CHALLENGES = Object.keys(SIGN_IN_FLOW)
  .filter(isOpenStep)
  .filter((step) => step !== 'PASSWORD_VERIFIER');

export const FRESH = initialState({ isResuming: false, username: '', notice: undefined });
export const RESUMED = initialState({ isResuming: true, username: '', notice: undefined });
export const SUBMITTED: SignInEvent = { type: 'submitted', username: NAME };
export const ANSWERED: SignInEvent = { type: 'answered' };

export const arrived = (step: SignInStep): SignInEvent => ({ type: 'arrived', step, nowMs: NOW });

export const refused = (code: ApiError['code'], more: Partial<ApiError> = {}): SignInEvent => ({
  type: 'refused',
  problem: { kind: 'refused', error: { ...localError(code), ...more } },
  nowMs: NOW,
});

export const run = (...events: readonly SignInEvent[]): SignInState => events.reduce(reduceSignIn, FRESH);
export const at = (step: keyof typeof STEPS): SignInState => run(SUBMITTED, arrived(STEPS[step]));
export const answering = (step: keyof typeof STEPS): SignInState => reduceSignIn(at(step), ANSWERED);

export const CODES: readonly ApiError['code'][] = [
  'sign_in_failed',
  'challenge_failed',
  'challenge_expired',
  'account_disabled',
  'account_not_admitted',
  'invitation_withdrawn',
  'invalid_request',
  'too_many_tries',
  'pool_unavailable',
  'internal',
  'offline',
  'timed_out',
  'unreadable_answer',
  'cancelled',
];

/** A seeded random number generator (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
