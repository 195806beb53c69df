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
 * Counts an invalid code, token or client secret against the network (RFC 6749 §2.3.1, §10.10); returns `fault` or the
 * lockout error. Do not call it for valid grants or authenticated clients: many users may share an address.
 */
export async function recordTokenGuess<E>(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  guess: { readonly address: string | undefined; readonly fault: E },
): Promise<E | TooMany> {
  const subject = subjectOf(deps, guess.address);
  if (subject === undefined) return guess.fault;
  const now = deps.clock.now();
  if (await countFailure(deps.db, subject, { now, rule: ADDRESS_RULE })) return guess.fault;
  return errors.rateExceeded(await secondsLocked(deps.db, subject, now));
}

/** Only valid grants count, so that strangers cannot exhaust a limit. */
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

/** Counted separately from password guesses, because expired tokens must not block sign-ins. */
function subjectOf(deps: Pick<Deps, 'vault'>, address: string | undefined): string | undefined {
  const network = address === undefined ? undefined : networkOf(address);
  return network === undefined
    ? undefined
    : `token-address:${deps.vault.mac('address', network).toString('base64url')}`;
}
