import { err, ok, type Result } from '@coffer/kit';
import { ADDRESS_RULE, networkOf } from '../accounts/lockout.ts';
import type { Deps } from '../deps.ts';
import { errors, type TooMany } from '../errors.ts';
import { takeToken, waitFor } from '../limits/limits.ts';
import { countFailure, secondsLocked } from '../store/lockouts.ts';
import type { Client } from '../store/pools.ts';
import { takeTokens } from '../store/rate-buckets.ts';

export type GrantLimitDeps = Pick<Deps, 'db' | 'clock' | 'vault' | 'limits'>;

/**
 * Counts what was neither a code nor a refresh token of the client, nor its secret, for the network that it came from
 * (RFC 6749 §2.3.1, §10.10), and returns what is to be answered: `fault`, or that the network is locked. Nobody asks
 * here for what was found good: an address may be an office or a proxy with all its users behind it, and one stranger
 * among them must not stop the others. Nor for what a client shows that has proved its secret.
 */
export async function settleGuess<E>(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  guess: { readonly address: string | undefined; readonly fault: E },
): Promise<E | TooMany> {
  const subject = subjectOf(deps, guess.address);
  if (subject === undefined) return guess.fault;
  const now = deps.clock.now();
  if (await countFailure(deps.db, subject, { now, rule: ADDRESS_RULE })) return guess.fault;
  return errors.rateExceeded(await secondsLocked(deps.db, subject, now));
}

/**
 * Whether tokens may be given now for a code or refresh token that was found good, and that nothing has been done with
 * yet. Only good ones are counted, so that a stranger can use up neither a user's limit nor a client's.
 */
export async function admitGrant(
  deps: GrantLimitDeps,
  grant: { readonly client: Client; readonly accountId: string },
): Promise<Result<void, TooMany>> {
  const { client, accountId } = grant;
  const { users, clients } = deps.limits;
  if (!(await takeToken(deps, { subject: accountId, rule: 'tokens' })))
    return err(errors.rateExceeded(waitFor(users.tokens)));
  const rate = clients.tokens;
  if (rate === null) return ok(undefined);
  const subject = `client:tokens:${client.id}`;
  const taken = await takeTokens(deps.db, { subject, rate, count: 1, now: deps.clock.now() });
  return taken === 1 ? ok(undefined) : err(errors.rateExceeded(waitFor(rate)));
}

/** Apart from guesses at passwords: an office whose old tokens are many must not lose its sign-ins. */
function subjectOf(deps: Pick<Deps, 'vault'>, address: string | undefined): string | undefined {
  const network = address === undefined ? undefined : networkOf(address);
  return network === undefined
    ? undefined
    : `token-address:${deps.vault.mac('address', network).toString('base64url')}`;
}
