import { createHash } from 'node:crypto';
import { SERVER_LIMITS } from '@coffer/contracts';
import { type Cipher, tryOpen } from '../../../platform/secrets/cipher.ts';

/** A link with a password, which may have been entered in this browser. */
interface LockedLink {
  readonly id: string;
  readonly passwordHash: string;
}

const SEPARATOR = '..';
/** Limits the length of the cookie value, which may have at most 1,000 characters. */
const PASSES_MAX = 12;

/** The purpose of a sealed pass. It contains the password hash, so that a new password voids old passes. */
function purposeOf({ id, passwordHash }: LockedLink): string {
  return `link.pass:${id}:${createHash('sha256').update(passwordHash).digest('hex')}`;
}

/** Adds a pass to the cookie value, which has the passes of several links, newest first. */
export function addPass(
  cipher: Cipher,
  cookie: string | undefined,
  { link, now }: { readonly link: LockedLink; readonly now: Date },
): string {
  const expiresAt = now.getTime() + SERVER_LIMITS.linkPassLifeMs;
  const pass = cipher.seal(String(expiresAt), purposeOf(link));
  return [pass, ...passesIn(cookie)].slice(0, PASSES_MAX).join(SEPARATOR);
}

export function hasPass(
  cipher: Cipher,
  cookie: string | undefined,
  { link, now }: { readonly link: LockedLink; readonly now: Date },
): boolean {
  return passesIn(cookie).some((pass) => {
    const expiresAt = tryOpen(cipher, pass, purposeOf(link));
    return expiresAt !== undefined && Number(expiresAt) > now.getTime();
  });
}

function passesIn(cookie: string | undefined): readonly string[] {
  return (cookie ?? '')
    .split(SEPARATOR)
    .filter((pass) => pass !== '')
    .slice(0, PASSES_MAX);
}
