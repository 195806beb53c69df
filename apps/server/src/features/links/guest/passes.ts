import { createHash } from 'node:crypto';
import { LIMITS } from '@coffer/contracts';
import { type Cipher, tryOpen } from '../../../platform/secrets/cipher.ts';

/** A link whose password this browser may have given. */
interface LockedLink {
  readonly id: string;
  readonly passwordHash: string;
}

const SEPARATOR = '..';
/** A cookie value has at most 1,000 characters. */
const PASSES_MAX = 12;

/** A new password voids the passes of the old one. */
function purposeOf({ id, passwordHash }: LockedLink): string {
  return `link.pass:${id}:${createHash('sha256').update(passwordHash).digest('hex')}`;
}

/** The cookie value holds the passes of several links, newest first. */
export function addPass(
  cipher: Cipher,
  cookie: string | undefined,
  { link, now }: { readonly link: LockedLink; readonly now: Date },
): string {
  const expiresAt = now.getTime() + LIMITS.linkPassLifeMs;
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
