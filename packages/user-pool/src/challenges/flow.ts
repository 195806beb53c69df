import { z } from 'zod';
import { countsAsTwo } from '../passkeys/relying-party.ts';
import type { PoolSettings } from '../settings.ts';
import type { Account } from '../store/accounts.ts';

export const CHALLENGE_NAMES = [
  'SMS_MFA',
  'EMAIL_OTP',
  'SOFTWARE_TOKEN_MFA',
  'SELECT_MFA_TYPE',
  'MFA_SETUP',
  'PASSWORD_VERIFIER',
  'CUSTOM_CHALLENGE',
  'SELECT_CHALLENGE',
  'DEVICE_SRP_AUTH',
  'DEVICE_PASSWORD_VERIFIER',
  'ADMIN_NO_SRP_AUTH',
  'NEW_PASSWORD_REQUIRED',
  'SMS_OTP',
  'PASSWORD',
  'WEB_AUTHN',
  'PASSWORD_SRP',
] as const;
export type ChallengeName = (typeof CHALLENGE_NAMES)[number];

/**
 * The challenge of each step. Several steps share a challenge: EMAIL_OTP is a first factor, a second factor, or an
 * address verification.
 */
export const STEPS = {
  SELECT_CHALLENGE: 'SELECT_CHALLENGE',
  PASSWORD: 'PASSWORD',
  PASSWORD_SRP: 'PASSWORD_SRP',
  EMAIL_OTP_FIRST: 'EMAIL_OTP',
  SMS_OTP: 'SMS_OTP',
  WEB_AUTHN: 'WEB_AUTHN',
  CUSTOM_CHALLENGE: 'CUSTOM_CHALLENGE',
  /** A confirmed sign-up whose Session starts a sign-in. Clients see no challenge of this step. */
  SIGNED_UP: undefined,
  NEW_PASSWORD_REQUIRED: 'NEW_PASSWORD_REQUIRED',
  SELECT_MFA_TYPE: 'SELECT_MFA_TYPE',
  SMS_MFA: 'SMS_MFA',
  EMAIL_OTP: 'EMAIL_OTP',
  SOFTWARE_TOKEN_MFA: 'SOFTWARE_TOKEN_MFA',
  MFA_SETUP: 'MFA_SETUP',
  MFA_SETUP_ASSOCIATED: 'MFA_SETUP',
  MFA_SETUP_VERIFIED: 'MFA_SETUP',
  MFA_SETUP_EMAIL: 'EMAIL_OTP',
  DEVICE_SRP_AUTH: 'DEVICE_SRP_AUTH',
  DEVICE_PASSWORD_VERIFIER: 'DEVICE_PASSWORD_VERIFIER',
} as const satisfies Readonly<Record<string, ChallengeName | undefined>>;
export type SessionStep = keyof typeof STEPS;

/** Excludes REFRESH_TOKEN_AUTH, which renews an existing sign-in. */
export const SIGN_IN_FLOWS = ['USER_SRP_AUTH', 'USER_PASSWORD_AUTH', 'CUSTOM_AUTH', 'USER_AUTH'] as const;
export type SignInFlow = (typeof SIGN_IN_FLOWS)[number];

export const FIRST_FACTORS = ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN'] as const;
export type FirstFactor = (typeof FIRST_FACTORS)[number];

export const SECOND_FACTORS = ['SMS_MFA', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** State that is carried from step to step. Contains no secrets. */
export const signInStateSchema = z.object({
  flow: z.enum(SIGN_IN_FLOWS).default('USER_SRP_AUTH'),
  deviceKey: z.string().optional(),
  isDeviceRemembered: z.boolean().optional(),
  /** The IP address from which the steps before DEVICE_SRP_AUTH were answered. */
  provedFrom: z.string().optional(),
  offered: z.array(z.enum(FIRST_FACTORS)).optional(),
  rounds: z
    .array(
      z.object({
        challengeName: z.string(),
        challengeResult: z.boolean(),
        challengeMetadata: z.string().optional(),
      }),
    )
    .optional(),
  address: z.string().optional(),
});
export type SignInState = z.infer<typeof signInStateSchema>;

export interface FlowInput {
  readonly settings: PoolSettings;
  readonly account: Account;
  readonly state: SignInState;
}

export type Passed =
  | 'PASSWORD'
  | 'EMAIL_OTP_FIRST'
  | 'SMS_OTP'
  | 'WEB_AUTHN'
  | 'WEB_AUTHN_VERIFIED'
  | 'CUSTOM_CHALLENGE'
  | 'SIGNED_UP'
  | 'NEW_PASSWORD_REQUIRED'
  | 'SMS_MFA'
  | 'EMAIL_OTP'
  | 'SOFTWARE_TOKEN_MFA'
  | 'MFA_SETUP'
  | 'DEVICE_PASSWORD_VERIFIER';

/** `NO_FACTOR`: the pool requires a second factor, and the user has none and cannot set one up. */
export type Next = SessionStep | 'SIGNED_IN' | 'NO_FACTOR';
type Rule = (input: FlowInput) => SessionStep | 'NO_FACTOR' | undefined;

const ownPassword: Rule = ({ account }) =>
  account.status === 'FORCE_CHANGE_PASSWORD' ? 'NEW_PASSWORD_REQUIRED' : undefined;

const secondFactor: Rule = ({ settings, account }) => {
  if (settings.mfaConfiguration === 'OFF') return undefined;
  const active = activeFactors(settings, account);
  const preferred = active.find((factor) => factor === account.preferredMfa);
  if (preferred !== undefined) return preferred;
  if (active.length > 1) return 'SELECT_MFA_TYPE';
  if (active[0] !== undefined) return active[0];
  if (settings.mfaConfiguration === 'OPTIONAL' || account.isFirstSignInDue) return undefined;
  if (settableFactors(settings).length > 0) return 'MFA_SETUP';
  // A phone cannot be set up during sign-in. If an administrator set one, it is the factor.
  return settings.smsMfa.isEnabled && verifiedAddress(account, 'phone_number') !== undefined
    ? 'SMS_MFA'
    : 'NO_FACTOR';
};

/** A passkey with user verification counts as two factors if the pool allows it. */
const secondFactorOfPasskey: Rule = (input) =>
  countsAsTwo(input.settings) ? undefined : secondFactor(input);

/**
 * A remembered device replaces the second factor if the pool challenges new devices. Otherwise the device step follows
 * the factor.
 */
const deviceForFactor: Rule = ({ settings, state }) =>
  settings.deviceConfiguration?.isChallengeRequiredOnNewDevice === true &&
  state.deviceKey !== undefined &&
  state.isDeviceRemembered === true
    ? 'DEVICE_SRP_AUTH'
    : undefined;
const device: Rule = ({ settings, state }) =>
  settings.deviceConfiguration !== undefined && state.deviceKey !== undefined ? 'DEVICE_SRP_AUTH' : undefined;

/**
 * [Note: Challenge flow] Defines all transitions. The first matching rule names the next step; without a match the
 * sign-in is complete.
 */
const FLOW = {
  PASSWORD: [ownPassword, deviceForFactor, secondFactor, device],
  EMAIL_OTP_FIRST: [secondFactor],
  SMS_OTP: [secondFactor],
  WEB_AUTHN: [secondFactor],
  WEB_AUTHN_VERIFIED: [secondFactorOfPasskey],
  CUSTOM_CHALLENGE: [ownPassword, secondFactor],
  SIGNED_UP: [secondFactor],
  NEW_PASSWORD_REQUIRED: [deviceForFactor, secondFactor, device],
  SMS_MFA: [device],
  EMAIL_OTP: [device],
  SOFTWARE_TOKEN_MFA: [device],
  MFA_SETUP: [device],
  DEVICE_PASSWORD_VERIFIER: [],
} as const satisfies Readonly<Record<Passed, readonly Rule[]>>;

export function nextStep(passed: Passed, input: FlowInput): Next {
  for (const rule of FLOW[passed]) {
    const step = rule(input);
    if (step !== undefined) return step;
  }
  return 'SIGNED_IN';
}

export function activeFactors(settings: PoolSettings, account: Account): readonly SecondFactor[] {
  const isActive = {
    SMS_MFA:
      settings.smsMfa.isEnabled &&
      account.isSmsMfaEnabled &&
      verifiedAddress(account, 'phone_number') !== undefined,
    EMAIL_OTP:
      settings.emailMfa.isEnabled &&
      account.isEmailMfaEnabled &&
      verifiedAddress(account, 'email') !== undefined,
    SOFTWARE_TOKEN_MFA: settings.softwareTokenMfa.isEnabled && account.isTotpEnabled,
  } as const satisfies Record<SecondFactor, boolean>;
  return SECOND_FACTORS.filter((factor) => isActive[factor]);
}

export function allowsSoftwareToken(settings: PoolSettings): boolean {
  return settings.mfaConfiguration !== 'OFF' && settings.softwareTokenMfa.isEnabled;
}

export function settableFactors(settings: PoolSettings): readonly SecondFactor[] {
  return [
    ...(settings.softwareTokenMfa.isEnabled ? (['SOFTWARE_TOKEN_MFA'] as const) : []),
    ...(settings.emailMfa.isEnabled ? (['EMAIL_OTP'] as const) : []),
  ];
}

/**
 * The first factors to offer. A user with a second factor starts with a password or passkey, a forced password change
 * with the password; unknown names get the choices of a user with an address.
 */
export function offeredFactors(
  settings: PoolSettings,
  account: Account | undefined,
  hasPasskey: boolean,
): readonly FirstFactor[] {
  const allows = (factor: PoolSettings['firstFactors'][number]) => settings.firstFactors.includes(factor);
  const passwords: readonly FirstFactor[] = ['PASSWORD', 'PASSWORD_SRP'];
  if (account?.status === 'FORCE_CHANGE_PASSWORD') return passwords;
  const hasPassword = allows('PASSWORD') && (account === undefined || account.credential !== undefined);
  const isTwofold = account === undefined ? settings.mfaConfiguration === 'ON' : hasMfa(settings, account);
  const mayCode = (factor: 'EMAIL_OTP' | 'SMS_OTP', isThere: boolean) =>
    allows(factor) && isThere && !isTwofold ? [factor] : [];
  return [
    ...(hasPassword ? passwords : []),
    ...mayCode('EMAIL_OTP', account === undefined || verifiedAddress(account, 'email') !== undefined),
    ...mayCode('SMS_OTP', account !== undefined && verifiedAddress(account, 'phone_number') !== undefined),
    ...(allows('WEB_AUTHN') && hasPasskey ? (['WEB_AUTHN'] as const) : []),
  ];
}

export function verifiedAddress(account: Account, attribute: 'email' | 'phone_number'): string | undefined {
  return account.attributes[`${attribute}_verified`] === 'true' ? account.attributes[attribute] : undefined;
}

function hasMfa(settings: PoolSettings, account: Account): boolean {
  if (settings.mfaConfiguration === 'OFF') return false;
  return settings.mfaConfiguration === 'ON' || activeFactors(settings, account).length > 0;
}
