import { ADDRESS_RULE, networkOf } from '../accounts/lockout.ts';
import { isConfidential } from '../accounts/clients.ts';
import type { Deps } from '../deps.ts';
import { takeToken } from '../limits/limits.ts';
import { countFailure, isUnlocked } from '../store/lockouts.ts';
import type { Client } from '../store/pools.ts';
import { takeTokens } from '../store/rate-buckets.ts';

export type GrantLimitDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'limits'>;

/**
 * Counts what was neither a code nor a refresh token of the client, nor its secret, for the network that it came from
 * (RFC 6749 §2.3.1, §10.10). False: the network is locked, and must be told the same as for a right one. A client that
 * has shown its secret is no stranger: what a relay shows comes from its users, and one of them must not stop the others.
 */
export async function settleGuess(
  deps: GrantLimitDeps,
  guess: { readonly client: Client | undefined; readonly address: string | undefined },
): Promise<boolean> {
  if (isKnown(guess.client)) return true;
  const subject = subjectOf(deps, guess.address);
  return (
    subject === undefined ||
    (await countFailure(deps.db, subject, { now: deps.clock.now(), rule: ADDRESS_RULE }))
  );
}

/** False: so much was guessed from this network that a right answer must not be told from a wrong one just now. */
export async function mayGuess(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  address: string | undefined,
): Promise<boolean> {
  const subject = subjectOf(deps, address);
  return subject === undefined || (await isUnlocked(deps.db, subject, deps.clock.now()));
}

/**
 * Whether tokens may be given now for a code or refresh token that was found good, and that nothing has been done with
 * yet. Only good ones are counted, so that a stranger can use up neither a user's limit nor a client's.
 */
export async function admitGrant(
  deps: GrantLimitDeps,
  grant: { readonly client: Client; readonly address: string | undefined; readonly accountId: string },
): Promise<boolean> {
  const { client, accountId } = grant;
  if (!isKnown(client) && !(await mayGuess(deps, grant.address))) return false;
  if (!(await takeToken(deps, { subject: accountId, rule: 'tokens' }))) return false;
  const rate = deps.limits.clients.tokens;
  if (rate === null) return true;
  return (
    (await takeTokens(deps.db, {
      subject: `client:tokens:${client.id}`,
      rate,
      count: 1,
      now: deps.clock.now(),
    })) === 1
  );
}

/** Every way here asks for the secret first. */
function isKnown(client: Client | undefined): boolean {
  return client !== undefined && isConfidential(client);
}

/** Apart from guesses at passwords: an office whose old tokens are many must not lose its sign-ins. */
function subjectOf(deps: Pick<Deps, 'vault'>, address: string | undefined): string | undefined {
  const network = address === undefined ? undefined : networkOf(address);
  return network === undefined
    ? undefined
    : `token-address:${deps.vault.mac('address', network).toString('base64url')}`;
}
