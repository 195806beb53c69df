// The server uses this table to relay answers, the browser to render steps.

export const CODE_CHALLENGES = ['SMS_MFA', 'EMAIL_OTP', 'SMS_OTP', 'SOFTWARE_TOKEN_MFA'] as const;
export type CodeChallenge = (typeof CODE_CHALLENGES)[number];

export const FIRST_FACTORS = ['password', 'passkey', 'choice', 'custom'] as const;
export type FirstFactor = (typeof FIRST_FACTORS)[number];

/** Named as in the user pool. */
export const SECOND_FACTORS = ['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP', 'SMS_MFA', 'WEB_AUTHN'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** `PASSWORD` is excluded because it reveals the password to the server. */
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
  readonly next: readonly string[];
  /** `ends`: any wrong answer ends the challenge. `counts`: five wrong answers end it. */
  readonly wrong: 'ends' | 'counts';
  /** False if the answer depends on state of the page, so that a reload starts over. */
  readonly survivesReload: boolean;
  /** The code was sent as a message, which can be lost. */
  readonly isDelivered: boolean;
}

const rule = (next: readonly string[], traits: Partial<Omit<StepRule, 'next'>> = {}): StepRule => ({
  next,
  wrong: 'counts',
  survivesReload: true,
  isDelivered: false,
  ...traits,
});

/** [Note: Sign-in flow] Every supported step of a sign-in. Other challenges become the step `unknown`. */
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
  /** Used both as a first and as a second factor. */
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
  /** Coffer's own step: the authenticator must prove its secret with a code. */
  MFA_SETUP_AUTHENTICATOR: rule(['SOFTWARE_TOKEN_MFA', 'CUSTOM_CHALLENGE', 'signed_in']),
} as const satisfies Record<string, StepRule>;

export type OpenStep = Exclude<keyof typeof SIGN_IN_FLOW, 'start'>;

export function isOpenStep(step: string): step is OpenStep {
  return step !== 'start' && Object.hasOwn(SIGN_IN_FLOW, step);
}

export function ruleOf(step: OpenStep | 'start'): StepRule {
  return SIGN_IN_FLOW[step];
}

/** Whether the table contains this transition. Unknown transitions are still followed, but logged. */
export function mayFollow(step: string, next: string): boolean {
  const known = step === 'start' || isOpenStep(step) ? ruleOf(step) : undefined;
  return known?.next.includes(next) ?? false;
}
