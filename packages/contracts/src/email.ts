import { LIMITS } from './limits.ts';

/** Excludes spaces, control characters and invisible characters. */
const SIGN =
  '[^@\\s\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff]';

/** One `@` with text on both sides. Only delivery proves that the address works. */
export const EMAIL = new RegExp(`^${SIGN}+@${SIGN}+$`);

export function isEmail(text: string): boolean {
  return text.length >= 3 && text.length <= LIMITS.emailLengthMax && EMAIL.test(text) && text.isWellFormed();
}
