import { sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from './signing-keys.ts';

const signOnThread = promisify(sign);

/**
 * A JSON web token (RFC 7519) by RS256, signed away from the main thread. It is put together here, since nothing of it is
 * open: whoever signs for everybody pays for a library that checks what it is given and copies it.
 */
export async function signToken(
  key: Pick<SigningKey, 'kid' | 'privateKey'>,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const signed = `${encode({ kid: key.kid, alg: 'RS256' })}.${encode(claims)}`;
  const signature = await signOnThread('sha256', Buffer.from(signed, 'latin1'), key.privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part), 'utf8').toString('base64url');
