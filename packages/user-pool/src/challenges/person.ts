import { err, ok, type Result } from '@coffer/kit';
import { type Decoy, inventUser, resolveAccount } from '../accounts/names.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import type { Client } from '../store/pools.ts';

/** An account, or the decoy user of an unknown name. */
export interface Person {
  readonly account: Account | undefined;
  readonly subject: string;
  readonly userIdForSrp: string;
  readonly decoySalt: Buffer;
}

/** Does the same work for existing and unknown users. */
export async function findPerson(
  deps: Pick<Deps, 'db' | 'vault'>,
  client: Client,
  name: string,
): Promise<Person> {
  const decoy = inventUser(deps.vault, client.pool, name);
  return personNamed(await resolveAccount(deps.db, client.pool, name), decoy);
}

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

/** For use after the Session was opened: `username` names the account, or recreates the decoy. */
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

/** With PreventUserExistenceErrors=LEGACY, Cognito reports these before any proof. */
export function reportIfUnknown(
  client: Client,
  account: Pick<Account, 'status'> | undefined,
): Result<void, PoolError> {
  if (client.settings.preventUserExistenceErrors === 'ENABLED') return ok(undefined);
  if (account === undefined) return err(errors.userNotFound);
  return account.status === 'UNCONFIRMED' ? err(errors.userNotConfirmed) : ok(undefined);
}

/** Only for users that have proved the first factor. */
export function checkAccountStatus(account: Account, now: Date): Result<void, PoolError> {
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

/** Whether codes may be sent to the user. Other users get a challenge that no code can answer. */
export function mayReceiveCodes(account: Account | undefined): account is Account {
  return account !== undefined && account.isEnabled && account.status === 'CONFIRMED';
}
