import { err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { inventUser, namesAccount } from '../accounts/names.ts';
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
import type { Db, Tx } from '../store/database/database.ts';
import type { Client } from '../store/pools.ts';
import type { SignInState } from './flow.ts';

/** Stricter than Cognito, which allows more wrong answers. */
export const SESSION_FAILURES_MAX = 5;

export interface AnySession {
  readonly session: AuthSession;
  readonly account: Account | undefined;
}

export interface OpenSession extends AnySession {
  readonly account: Account;
}

/** The software token operations know neither `client` nor `username`. */
export interface SessionClaim {
  readonly handle: string | Buffer;
  readonly steps: readonly SessionStep[];
  readonly client?: Client;
  readonly username?: string;
}

export async function openSession(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  claim: SessionClaim,
): Promise<Result<OpenSession, PoolError>> {
  const opened = await openAnySession(deps, claim);
  if (!opened.ok) return opened;
  const { session, account } = opened.value;
  if (account === undefined) return err(errors.sessionInvalid);
  return account.isEnabled ? ok({ session, account }) : err(errors.userIsDisabled);
}

/** For use before the first factor: accepts decoys, and does not report disabled users. */
export async function openAnySession(
  deps: Pick<Deps, 'db' | 'clock' | 'vault'>,
  claim: SessionClaim,
): Promise<Result<AnySession, PoolError>> {
  const { handle } = claim;
  const hash = typeof handle === 'string' ? hashHandle(handle) : handle;
  const session = await findAuthSession(deps.db, hash);
  if (session === undefined || !claim.steps.includes(session.step)) return err(errors.sessionInvalid);
  if (claim.client !== undefined && session.clientId !== claim.client.id) return err(errors.sessionInvalid);
  const found = await findAccount(deps.db, session.poolId, session.subject);
  // A decoy stays a decoy even if an account has the same id.
  const account = session.accountId === null ? undefined : found;
  if (account === undefined && session.accountId !== null) return err(errors.sessionInvalid);
  const isOwn =
    claim.client === undefined ||
    claim.username === undefined ||
    namesPerson(deps, { client: claim.client, session, account, username: claim.username });
  if (!isOwn) return err(errors.sessionInvalid);
  if (session.usedAt !== null) return err(errors.sessionUsed);
  const isAlive = session.expiresAt > deps.clock.now() && session.failureCount < SESSION_FAILURES_MAX;
  if (!isAlive) return err(errors.sessionExpired);
  return ok({ session, account });
}

function namesPerson(
  deps: Pick<Deps, 'vault'>,
  claim: {
    readonly client: Client;
    readonly session: AuthSession;
    readonly account: Account | undefined;
    readonly username: string;
  },
): boolean {
  const { client, session, account, username } = claim;
  if (account !== undefined) return namesAccount(client.pool, account, username);
  // Also accepts the id, which is USER_ID_FOR_SRP in pools with address sign-in.
  if (username.toLowerCase() === session.subject) return true;
  return inventUser(deps.vault, client.pool, username).subject === session.subject;
}

/** Of several parallel answers, exactly one succeeds. */
export async function consumeSession(
  deps: Pick<Deps, 'clock'>,
  tx: Db | Tx,
  session: AuthSession,
): Promise<Result<void, PoolError>> {
  const bounds = { now: deps.clock.now(), failuresMax: SESSION_FAILURES_MAX };
  return (await consumeAuthSession(tx, session.handleHash, bounds)) ? ok(undefined) : err(errors.sessionUsed);
}

export interface NewSession {
  readonly client: Client;
  readonly person: { readonly account: Pick<Account, 'id'> | undefined; readonly subject: string };
  readonly step: SessionStep;
  readonly state: SignInState;
  readonly pendingSealed?: string;
  readonly handle?: string;
}

/** Returns the Session, of which only the hash is stored. */
export async function beginSession(
  deps: Pick<Deps, 'clock'>,
  tx: Db | Tx,
  next: NewSession,
): Promise<{ readonly handle: string; readonly hash: Buffer }> {
  const handle = next.handle ?? createHandle();
  const hash = hashHandle(handle);
  const now = deps.clock.now();
  await insertAuthSession(tx, {
    handleHash: hash,
    poolId: next.client.pool.id,
    clientId: next.client.id,
    accountId: next.person.account?.id ?? null,
    subject: next.person.subject,
    step: next.step,
    state: next.state,
    pendingSealed: next.pendingSealed ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionLifeMs(next.client)),
  });
  return { handle, hash };
}

export function sessionLifeMs(client: Client): number {
  const { authSessionValidityMinutes } = client.settings;
  return (authSessionValidityMinutes ?? client.pool.settings.authSessionValidityMinutes) * MINUTE_MS;
}
