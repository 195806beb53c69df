import { sessionLifeMs } from '../challenges/sessions.ts';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import type { Client } from '../store/pools.ts';

const contentSchema = z.object({ subject: z.string(), expiresAt: z.number() });

/** The Session for ConfirmSignUp. It is sealed instead of stored, and useless without the code. */
export function sealSignUpSession(
  deps: Pick<Deps, 'vault' | 'clock'>,
  client: Client,
  subject: string,
): string {
  const expiresAt = deps.clock.now().getTime() + sessionLifeMs(client);
  return deps.vault.seal(contextOf(client), Buffer.from(JSON.stringify({ subject, expiresAt }), 'utf8'));
}

export function isSignUpSession(
  deps: Pick<Deps, 'vault' | 'clock'>,
  client: Client,
  claim: { readonly session: string; readonly subject: string },
): boolean {
  const opened = openSafely(deps.vault, contextOf(client), claim.session);
  if (opened === undefined) return false;
  const { subject, expiresAt } = contentSchema.parse(JSON.parse(opened.toString('utf8')));
  return subject === claim.subject && expiresAt > deps.clock.now().getTime();
}

function openSafely(vault: Deps['vault'], context: string, sealed: string): Buffer | undefined {
  try {
    return vault.open(context, sealed);
  } catch (cause) {
    if (cause instanceof Error) return undefined;
    throw cause;
  }
}

function contextOf(client: Client): string {
  return `sign-up session|${client.pool.id}|${client.id}`;
}
