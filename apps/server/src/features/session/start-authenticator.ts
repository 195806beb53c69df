import type { AuthenticatorSecret } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import type { Actor, Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { withAccessToken } from './access-token.ts';

const ISSUER = 'Coffer';

/** A secret for a new authenticator. It does nothing until a code of it was verified. */
export async function startAuthenticator(
  services: Pick<Services, 'clock' | 'db' | 'pool' | 'cipher' | 'log'>,
  actor: Actor,
): Outcome<AuthenticatorSecret, Failure> {
  const started = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.startAuthenticator(accessToken),
  );
  if (!started.ok) return started;
  const { secret } = started.value;
  return ok({ secret, uri: otpauthUri(secret, actor.person.email || actor.person.username) });
}

/**
 * The text of the QR code: six digits, 30 s, SHA-1, which are the defaults and what every authenticator understands.
 * @see https://github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthUri(secret: string, account: string): string {
  return `otpauth://totp/${ISSUER}:${encodeURIComponent(account)}?secret=${secret}&issuer=${ISSUER}`;
}
