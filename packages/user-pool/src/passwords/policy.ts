import type { PasswordPolicy } from '../settings.ts';
import { isCommonPassword } from './common-passwords.ts';

export const PASSWORD_LENGTH_MAX = 256;
const SYMBOL = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+ -]/;
/** Required length after removing the user's name and address. */
const OWN_LENGTH_MIN = 8;
const PERSONAL_WORD_LENGTH_MIN = 4;

/**
 * Cognito's text for the first broken rule, or undefined. `personal` are public facts such as e-mail, name and username.
 */
export function findPolicyBreach(
  policy: PasswordPolicy,
  password: string,
  personal: readonly (string | undefined)[],
): string | undefined {
  const length = Array.from(password).length;
  if (length < policy.minimumLength) return 'Password not long enough';
  if (length > PASSWORD_LENGTH_MAX) return 'Password too long';
  if (/^\s|\s$/u.test(password)) return 'Password must not start or end with a space';
  if (policy.requireUppercase && !/[A-Z]/.test(password)) return 'Password must have uppercase characters';
  if (policy.requireLowercase && !/[a-z]/.test(password)) return 'Password must have lowercase characters';
  if (policy.requireNumbers && !/[0-9]/.test(password)) return 'Password must have numeric characters';
  if (policy.requireSymbols && !SYMBOL.test(password)) return 'Password must have symbol characters';
  if (!policy.refuseCommon) return undefined;
  if (isCommonPassword(password)) return 'Password is too common';
  return isPersonal(password, personal) ? 'Password must not be made of your name or e-mail' : undefined;
}

function isPersonal(password: string, personal: readonly (string | undefined)[]): boolean {
  const words = personal
    .flatMap((text) => (text === undefined ? [] : [text, ...text.split(/[\s@._+-]+/u)]))
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= PERSONAL_WORD_LENGTH_MIN)
    .toSorted((one, other) => other.length - one.length);
  let rest = password.toLowerCase();
  const whole = rest.length;
  for (const word of words) rest = rest.replaceAll(word, '');
  return rest.length < whole && rest.length < OWN_LENGTH_MIN;
}
