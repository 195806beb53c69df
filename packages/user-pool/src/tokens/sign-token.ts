import { sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKey } from './signing-keys.ts';

const signOnThread = promisify(sign);

/** An RS256 JWT (RFC 7519), signed off the main thread. A library would add costly checks and copies. */
export async function signToken(
  key: Pick<SigningKey, 'kid' | 'privateKey'>,
  claims: Readonly<Record<string, unknown>>,
): Promise<string> {
  const signed = `${encode({ kid: key.kid, alg: 'RS256' })}.${encode(claims)}`;
  const signature = await signOnThread('sha256', Buffer.from(signed, 'latin1'), key.privateKey);
  return `${signed}.${signature.toString('base64url')}`;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part), 'utf8').toString('base64url');
