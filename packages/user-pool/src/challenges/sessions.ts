import { err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { namesAccount } from '../accounts/names.ts';
import { createHandle, hashHandle } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { type Account, findAccount } from '../store/accounts.ts';
import {
  type AuthSession,
  consumeAuthSession,
  findAuthSession,
  insertAuthSession,
  type SessionStep,
} from '../store/auth-sessions.ts';
import type { Db, Tx } from '../store/database.ts';
import type { Client } from '../store/pools.ts';

/** Cognito was seen to bear more; a session of ours dies at the fifth wrong answer. */
export const SESSION_FAILURES_MAX = 5;

export interface OpenSession {
  readonly session: AuthSession;
  readonly account: Account;
}

/** What an answer says of itself. `client` and `username` are unknown to the software token operations. */
export interface SessionClaim {
  readonly handle: string;
  readonly steps: readonly SessionStep[];
  readonly client?: Client;
  readonly username?: string;
}

/** The unfinished sign-in behind a Session, if it is this client's, this user's, at this step, alive and unused. */
export async function openSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  claim: SessionClaim,
): Promise<Result<OpenSession, PoolError>> {
  const session = await findAuthSession(deps.db, hashHandle(claim.handle));
  if (session === undefined || !claim.steps.includes(session.step)) return err(errors.sessionInvalid);
  if (claim.client !== undefined && session.clientId !== claim.client.id) return err(errors.sessionInvalid);
  const account = await findAccount(deps.db, session.poolId, session.accountId);
  if (account === undefined) return err(errors.sessionInvalid);
  const isOwn =
    claim.client === undefined ||
    claim.username === undefined ||
    namesAccount(claim.client.pool, account, claim.username);
  if (!isOwn) return err(errors.sessionInvalid);
  if (session.usedAt !== null) return err(errors.sessionUsed);
  const isAlive = session.expiresAt > deps.clock.now() && session.failureCount < SESSION_FAILURES_MAX;
  if (!isAlive) return err(errors.sessionExpired);
  if (!account.isEnabled) return err(errors.userIsDisabled);
  return ok({ session, account });
}

/** Uses a session up. Of several answers at once exactly one gets through. */
export async function consumeSession(
  deps: Pick<Deps, 'clock'>,
  tx: Db | Tx,
  session: AuthSession,
): Promise<Result<void, PoolError>> {
  const bounds = { now: deps.clock.now(), failuresMax: SESSION_FAILURES_MAX };
  return (await consumeAuthSession(tx, session.handleHash, bounds)) ? ok(undefined) : err(errors.sessionUsed);
}

/** Opens the next step of a sign-in and returns its Session. Only the hash is kept. */
export async function beginSession(
  deps: Pick<Deps, 'clock'>,
  tx: Db | Tx,
  next: {
    readonly client: Client;
    readonly accountId: string;
    readonly step: SessionStep;
    readonly pendingSealed?: string;
  },
): Promise<string> {
  const handle = createHandle();
  const now = deps.clock.now();
  await insertAuthSession(tx, {
    handleHash: hashHandle(handle),
    poolId: next.client.pool.id,
    clientId: next.client.id,
    accountId: next.accountId,
    step: next.step,
    pendingSealed: next.pendingSealed ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + next.client.pool.settings.authSessionValidityMinutes * MINUTE_MS),
  });
  return handle;
}
