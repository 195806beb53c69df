import { CHOICES, type Choice, LIMITS, SECOND_FACTORS, type SecondFactor } from '@coffer/contracts';
import { parseJson } from '@coffer/kit';
import { z } from 'zod';
import type { Opening, PoolStep } from '../../platform/identity/pool.ts';

// Parameters of a challenge. Except for custom challenges, only those in `KEPT` are stored, so no attributes of the
// person.

type Parameters = Readonly<Record<string, string>>;

const KEPT = new Set([
  'SECRET_BLOCK',
  'SALT',
  'SRP_B',
  'USER_ID_FOR_SRP',
  'requiredAttributes',
  'CODE_DELIVERY_DESTINATION',
  'CODE_DELIVERY_DELIVERY_MEDIUM',
  'MFAS_CAN_CHOOSE',
  'MFAS_CAN_SETUP',
  'CREDENTIAL_REQUEST_OPTIONS',
]);
/** Custom challenges keep at most this many parameters of at most this length, without `USERNAME` and Coffer's own. */
const CUSTOM_COUNT_MAX = 20;
const CUSTOM_LENGTH_MAX = 2_048;

/** The prefix of Coffer's own parameters, which the pool cannot set. */
const OWN_PREFIX = 'coffer:';
const FIRST = `${OWN_PREFIX}first`;
const CHOICE = `${OWN_PREFIX}choice`;
const CHOICES_OFFERED = `${OWN_PREFIX}choices`;
const SECRET = `${OWN_PREFIX}authenticator`;

const ATTRIBUTE_PREFIX = 'userAttributes.';
const ATTRIBUTE_NAME = /^[A-Za-z][A-Za-z0-9_:-]{0,31}$/;
const Names = z.array(z.string().max(64)).max(50);

const hex = z.string().regex(/^[0-9a-fA-F]{1,2048}$/);
const VerifierParameters = z.object({
  SALT: hex,
  SRP_B: hex,
  SECRET_BLOCK: z.base64().min(1).max(8_192),
  USER_ID_FOR_SRP: z.string().min(1).max(LIMITS.usernameLengthMax),
});

export function areProvable(parameters: Parameters): boolean {
  return VerifierParameters.safeParse(parameters).success;
}

/** How the attempt began. A code can be resent only if it began without a password. */
export interface Trail {
  readonly first: Opening['first'];
  readonly choice: Choice | undefined;
}

export function trailOf(parameters: Parameters): Trail {
  const first = z.enum(['password', 'passkey', 'choice', 'custom']).safeParse(parameters[FIRST]);
  const choice = z.enum(CHOICES).safeParse(parameters[CHOICE]);
  return { first: first.data ?? 'password', choice: choice.data };
}

export function keptParameters(
  step: Extract<PoolStep, { kind: 'challenge' }>,
  trail: Trail,
): Record<string, string> {
  const isCustom = step.challenge === 'CUSTOM_CHALLENGE';
  const given = Object.entries(step.parameters).filter(
    ([name, value]) =>
      !name.startsWith(OWN_PREFIX) &&
      (KEPT.has(name) || (isCustom && name !== 'USERNAME' && value.length <= CUSTOM_LENGTH_MAX)),
  );
  return {
    ...Object.fromEntries(isCustom ? given.slice(0, CUSTOM_COUNT_MAX) : given),
    [FIRST]: trail.first,
    ...(trail.choice === undefined ? {} : { [CHOICE]: trail.choice }),
    ...(step.choices.length === 0 ? {} : { [CHOICES_OFFERED]: JSON.stringify(step.choices) }),
  };
}

export function withAuthenticatorSecret(parameters: Parameters, secret: string): Record<string, string> {
  return { ...parameters, [SECRET]: secret };
}

export function authenticatorSecretOf(parameters: Parameters): string {
  return parameters[SECRET] ?? '';
}

/** The required attributes of NEW_PASSWORD_REQUIRED, which sends a JSON list in a string. */
export function requiredAttributesOf(parameters: Parameters): readonly string[] {
  return namesIn(parameters['requiredAttributes'])
    .map((name) => (name.startsWith(ATTRIBUTE_PREFIX) ? name.slice(ATTRIBUTE_PREFIX.length) : name))
    .filter((name) => ATTRIBUTE_NAME.test(name));
}

export function factorsToChoose(parameters: Parameters): readonly SecondFactor[] {
  return secondFactors(parameters['MFAS_CAN_CHOOSE']);
}

export function factorsToSetUp(parameters: Parameters): readonly ('SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP')[] {
  return secondFactors(parameters['MFAS_CAN_SETUP']).filter(
    (factor) => factor === 'SOFTWARE_TOKEN_MFA' || factor === 'EMAIL_OTP',
  );
}

export function choicesOf(parameters: Parameters): readonly Choice[] {
  const offered = new Set(namesIn(parameters[CHOICES_OFFERED]));
  return CHOICES.filter((choice) => offered.has(choice));
}

export function deliveryOf(parameters: Parameters): {
  readonly destination: string | null;
  readonly medium: 'EMAIL' | 'SMS' | null;
} {
  const medium = parameters['CODE_DELIVERY_DELIVERY_MEDIUM'];
  return {
    destination: parameters['CODE_DELIVERY_DESTINATION'] ?? null,
    medium: medium === 'EMAIL' || medium === 'SMS' ? medium : null,
  };
}

export function customParametersOf(parameters: Parameters): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).filter(([name]) => !name.startsWith(OWN_PREFIX) && !KEPT.has(name)),
  );
}

/** The offered second factors. The API reference says EMAIL_MFA, but the service sends EMAIL_OTP. */
function secondFactors(text: string | undefined): readonly SecondFactor[] {
  const named = new Set(namesIn(text).map((name) => (name === 'EMAIL_MFA' ? 'EMAIL_OTP' : name)));
  return SECOND_FACTORS.filter((factor) => named.has(factor));
}

function namesIn(text: string | undefined): readonly string[] {
  const names = Names.safeParse(parseJson(text ?? '[]'));
  return names.data ?? [];
}
