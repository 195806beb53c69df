import { err, ok, type Result } from '@coffer/kit';
import { type Decoy, inventUser, resolveAccount } from '../accounts/names.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';

/** Whom a sign-in is of: an account, or the made-up user of a name that nobody has. */
export interface Person {
  readonly account: Account | undefined;
  /** `sub`, or the made-up one: what sessions, codes and locks are kept under. */
  readonly subject: string;
  readonly userIdForSrp: string;
  /** The stable salt of a made-up user. */
  readonly decoySalt: Buffer;
}

/** Looks a name up. The same work is done whether there is such a user or not. */
export async function findPerson(
  deps: Pick<Deps, 'db' | 'vault'>,
  client: Client,
  name: string,
): Promise<Person> {
  const decoy = inventUser(deps.vault, client.pool, name);
  return personNamed(await resolveAccount(deps.db, client.pool, name), decoy);
}

/** Whom a name is of: whoever was found by it, or its made-up user. */
export function personNamed<Found extends Pick<Account, 'id' | 'username'>>(
  account: Found | undefined,
  decoy: Decoy,
): Omit<Person, 'account'> & { readonly account: Found | undefined } {
  return {
    account,
    subject: account?.id ?? decoy.subject,
    userIdForSrp: account?.username ?? decoy.userIdForSrp,
    decoySalt: decoy.salt,
  };
}

export function personOf(
  deps: Pick<Deps, 'vault'>,
  client: Client,
  account: Account,
): Person & { readonly account: Account } {
  return {
    account,
    subject: account.id,
    userIdForSrp: account.username,
    decoySalt: inventUser(deps.vault, client.pool, account.username).salt,
  };
}

/** Of an answer whose Session was opened: `username` names the account, or invents the made-up user again. */
export function personBehind(
  deps: Pick<Deps, 'vault'>,
  client: Client,
  answer: { readonly username: string; readonly account: Account | undefined },
): Person {
  if (answer.account !== undefined) return personOf(deps, client, answer.account);
  const decoy = inventUser(deps.vault, client.pool, answer.username);
  return {
    account: undefined,
    subject: decoy.subject,
    userIdForSrp: decoy.userIdForSrp,
    decoySalt: decoy.salt,
  };
}

/** With PreventUserExistenceErrors=LEGACY these are said before any proof, as at Cognito. */
export function tellOpenly(
  client: Client,
  account: Pick<Account, 'status'> | undefined,
): Result<void, PoolError> {
  if (client.settings.preventUserExistenceErrors === 'ENABLED') return ok(undefined);
  if (account === undefined) return err(errors.userNotFound);
  return account.status === 'UNCONFIRMED' ? err(errors.userNotConfirmed) : ok(undefined);
}

/** Whether a user who has proved the first factor may go on. It is told to nobody else. */
export function checkStanding(account: Account, now: Date): Result<void, PoolError> {
  if (!account.isEnabled) return err(errors.userIsDisabled);
  switch (account.status) {
    case 'UNCONFIRMED':
      return err(errors.userNotConfirmed);
    case 'RESET_REQUIRED':
      return err(errors.passwordResetRequired);
    case 'FORCE_CHANGE_PASSWORD': {
      const expiresAt = account.temporaryPasswordExpiresAt;
      return expiresAt !== null && expiresAt <= now ? err(errors.temporaryPasswordExpired) : ok(undefined);
    }
    case 'CONFIRMED':
      return ok(undefined);
    case 'EXTERNAL_PROVIDER':
      return err(errors.incorrectCredentials);
  }
}

/** Whether codes of a sign-in are really sent. To the rest a challenge is shown that no code answers. */
export function mayReceiveCodes(account: Account | undefined): account is Account {
  return account !== undefined && account.isEnabled && account.status === 'CONFIRMED';
}
