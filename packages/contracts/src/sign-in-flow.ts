// The sign-in as one table: what the pool may ask, what may follow, and what a wrong answer means. Data only: the server goes by
// it when it relays an answer, the browser when it draws a step.

/** Challenges whose answer is a code that somebody was sent or reads off. */
export const CODE_CHALLENGES = ['SMS_MFA', 'EMAIL_OTP', 'SMS_OTP', 'SOFTWARE_TOKEN_MFA'] as const;
export type CodeChallenge = (typeof CODE_CHALLENGES)[number];

/** What a sign-in may begin with. */
export const FIRST_FACTORS = ['password', 'passkey', 'choice', 'custom'] as const;
export type FirstFactor = (typeof FIRST_FACTORS)[number];

/** Second factors, by the names that the pool gives them. */
export const SECOND_FACTORS = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA', 'WEB_AUTHN'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** What SELECT_CHALLENGE may offer and Coffer can answer. `PASSWORD` would show the password to the server and is left out. */
export const CHOICES = ['PASSWORD_SRP', 'WEB_AUTHN', 'EMAIL_OTP', 'SMS_OTP'] as const;
export type Choice = (typeof CHOICES)[number];

const AFTER_FIRST_FACTOR = [
  'NEW_PASSWORD_REQUIRED',
  'CUSTOM_CHALLENGE',
  'SMS_MFA',
  'EMAIL_OTP',
  'SOFTWARE_TOKEN_MFA',
  'SELECT_MFA_TYPE',
  'MFA_SETUP',
  'WEB_AUTHN',
  'signed_in',
] as const;
const AFTER_SECOND_FACTOR = ['CUSTOM_CHALLENGE', 'signed_in'] as const;

interface StepRule {
  /** What may follow an accepted answer. */
  readonly next: readonly string[];
  /** `ends`: the challenge is used up by any answer. `counts`: five wrong answers end it. */
  readonly wrong: 'ends' | 'counts';
  /** False: what answers it lives in the page alone, so that a reload starts again. */
  readonly survivesReload: boolean;
  /** A message was sent to the person, and may have got lost. */
  readonly isDelivered: boolean;
}

const rule = (next: readonly string[], traits: Partial<Omit<StepRule, 'next'>> = {}): StepRule => ({
  next,
  wrong: 'counts',
  survivesReload: true,
  isDelivered: false,
  ...traits,
});

/** [Note: Sign-in flow] Every step of a sign-in that Coffer can take. Anything else that a pool asks is the step `unknown`. */
export const SIGN_IN_FLOW = {
  start: rule([
    'PASSWORD_VERIFIER',
    'SELECT_CHALLENGE',
    'WEB_AUTHN',
    'EMAIL_OTP',
    'SMS_OTP',
    'CUSTOM_CHALLENGE',
  ]),
  PASSWORD_VERIFIER: rule(AFTER_FIRST_FACTOR, { wrong: 'ends', survivesReload: false }),
  SELECT_CHALLENGE: rule(['PASSWORD_VERIFIER', 'WEB_AUTHN', 'EMAIL_OTP', 'SMS_OTP']),
  NEW_PASSWORD_REQUIRED: rule([
    'SMS_MFA',
    'EMAIL_OTP',
    'SOFTWARE_TOKEN_MFA',
    'SELECT_MFA_TYPE',
    'MFA_SETUP',
    'WEB_AUTHN',
    'signed_in',
  ]),
  CUSTOM_CHALLENGE: rule([
    'CUSTOM_CHALLENGE',
    'PASSWORD_VERIFIER',
    'SMS_MFA',
    'EMAIL_OTP',
    'SOFTWARE_TOKEN_MFA',
    'SELECT_MFA_TYPE',
    'MFA_SETUP',
    'WEB_AUTHN',
    'signed_in',
  ]),
  SELECT_MFA_TYPE: rule(['SMS_MFA', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA', 'WEB_AUTHN']),
  SMS_MFA: rule(AFTER_SECOND_FACTOR, { isDelivered: true }),
  /** A second factor, and a first one too: a first one may be followed by a second one. */
  EMAIL_OTP: rule([...AFTER_SECOND_FACTOR, 'SMS_MFA', 'SOFTWARE_TOKEN_MFA', 'SELECT_MFA_TYPE', 'MFA_SETUP'], {
    isDelivered: true,
  }),
  SMS_OTP: rule([...AFTER_SECOND_FACTOR, 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA', 'SELECT_MFA_TYPE', 'MFA_SETUP'], {
    isDelivered: true,
  }),
  SOFTWARE_TOKEN_MFA: rule(AFTER_SECOND_FACTOR),
  WEB_AUTHN: rule([
    ...AFTER_SECOND_FACTOR,
    'SMS_MFA',
    'EMAIL_OTP',
    'SOFTWARE_TOKEN_MFA',
    'SELECT_MFA_TYPE',
    'MFA_SETUP',
  ]),
  MFA_SETUP: rule(['MFA_SETUP_AUTHENTICATOR', 'EMAIL_OTP', 'SMS_MFA', 'signed_in']),
  /** Of Coffer's own: the authenticator has its secret, and has to show a code. */
  MFA_SETUP_AUTHENTICATOR: rule(['SOFTWARE_TOKEN_MFA', 'CUSTOM_CHALLENGE', 'signed_in']),
} as const satisfies Record<string, StepRule>;

/** A step that waits for an answer. */
export type OpenStep = Exclude<keyof typeof SIGN_IN_FLOW, 'start'>;

export function isOpenStep(step: string): step is OpenStep {
  return step !== 'start' && Object.hasOwn(SIGN_IN_FLOW, step);
}

export function ruleOf(step: OpenStep | 'start'): StepRule {
  return SIGN_IN_FLOW[step];
}

/** Whether the table knows this way on. A pool that goes another one is followed all the same, and the log says so. */
export function mayFollow(step: string, next: string): boolean {
  const known = step === 'start' || isOpenStep(step) ? ruleOf(step) : undefined;
  return known?.next.includes(next) ?? false;
}
