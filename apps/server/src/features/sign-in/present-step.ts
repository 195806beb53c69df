import { isOpenStep, type OpenStep, ruleOf, type SignInStep } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import { type AttemptRow, ENDED, SIGNED_IN } from './model.ts';
import {
  authenticatorSecretOf,
  choicesOf,
  customParametersOf,
  deliveryOf,
  factorsToChoose,
  factorsToSetUp,
  requiredAttributesOf,
  trailOf,
} from './challenge-parameters.ts';
import { otpauthUri } from './otpauth.ts';

type Parameters = Readonly<Record<string, string>>;

export interface StepFacts {
  readonly now: Date;
  readonly pool: Pick<Services['pool'], 'issuer' | 'poolName'>;
  readonly issuers: Services['issuers'];
  /** False after a reload, when the page has lost the secret for PASSWORD_VERIFIER. */
  readonly isFresh: boolean;
}

/**
 * Presents the open step. A step that does not survive a reload becomes `none`; the attempt stays for a page that can
 * still answer it.
 */
export function presentStep(attempt: AttemptRow, parameters: Parameters, facts: StepFacts): SignInStep {
  const { step } = attempt;
  if (step === SIGNED_IN) return { step: 'signed_in' };
  if (step === ENDED) return { step: 'none' };
  const pending = {
    username: attempt.typed_username,
    expiresAt: attempt.expires_at.toISOString(),
    serverTime: facts.now.toISOString(),
  };
  if (!isOpenStep(step)) {
    return { step: 'unknown', ...pending, challenge: step, hostedIssuer: hostedIssuerOf(facts) };
  }
  if (!facts.isFresh && !ruleOf(step).survivesReload) return { step: 'none' };
  return { ...pending, ...particulars(step, parameters, { attempt, poolName: facts.pool.poolName }) };
}

/** The issuer with the pool's own pages, which support every challenge. Null unless the pool is among the issuers. */
function hostedIssuerOf({ pool, issuers }: Pick<StepFacts, 'pool' | 'issuers'>): string | null {
  return [...issuers.values()].find(({ issuer }) => issuer === pool.issuer)?.id ?? null;
}

type Particulars<Step = SignInStep> = Step extends { username: string }
  ? Omit<Step, 'username' | 'expiresAt' | 'serverTime'>
  : never;

function particulars(
  step: OpenStep,
  parameters: Parameters,
  facts: { readonly attempt: AttemptRow; readonly poolName: string },
): Particulars {
  switch (step) {
    case 'PASSWORD_VERIFIER':
      return {
        step,
        poolName: facts.poolName,
        userIdForSrp: facts.attempt.pool_username,
        salt: parameters['SALT'] ?? '',
        srpB: parameters['SRP_B'] ?? '',
        secretBlock: parameters['SECRET_BLOCK'] ?? '',
      };
    case 'NEW_PASSWORD_REQUIRED':
      return { step, requiredAttributes: [...requiredAttributesOf(parameters)] };
    case 'SMS_MFA':
    case 'EMAIL_OTP':
    case 'SMS_OTP':
      return { step, ...deliveryOf(parameters), canResend: canResend(step, parameters) };
    case 'SOFTWARE_TOKEN_MFA':
      return { step };
    case 'SELECT_MFA_TYPE':
      return { step, factors: [...factorsToChoose(parameters)] };
    case 'MFA_SETUP':
      return { step, factors: [...factorsToSetUp(parameters)] };
    case 'MFA_SETUP_AUTHENTICATOR': {
      const secret = authenticatorSecretOf(parameters);
      return { step, secret, uri: otpauthUri(secret, facts.attempt.typed_username) };
    }
    case 'CUSTOM_CHALLENGE':
      return { step, parameters: customParametersOf(parameters) };
    case 'SELECT_CHALLENGE':
      return { step, choices: [...choicesOf(parameters)] };
    case 'WEB_AUTHN':
      return { step, options: parameters['CREDENTIAL_REQUEST_OPTIONS'] ?? '{}' };
  }
}

/**
 * Whether the code of this step can be resent. A pool sends one code per attempt, so a resend restarts the sign-in. The
 * same step follows only if the code is the first factor.
 */
export function canResend(step: OpenStep, parameters: Parameters): boolean {
  if (!ruleOf(step).isDelivered) return false;
  const { first, choice } = trailOf(parameters);
  return choice === undefined ? first === 'choice' : choice === step && first !== 'password';
}
