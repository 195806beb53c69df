import { LIMITS } from './limits.ts';

/** One `@` with something on both sides. Whether mail arrives there, only a mail can tell. */
export const EMAIL = /^[^@\s]+@[^@\s]+$/;

/** True for what may be an e-mail address. */
export function isEmail(text: string): boolean {
  return text.length >= 3 && text.length <= LIMITS.emailLengthMax && EMAIL.test(text);
}
