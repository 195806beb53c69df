import { err, ok, type Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { findPasswordHistory } from '../store/account-changes.ts';
import type { Account, Credential, StoredCredential } from '../store/accounts.ts';
import type { Db, Tx } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';
import { createCredential, isPassword } from './credential.ts';
import { findPolicyBreach } from './policy.ts';

export interface FitPassword {
  readonly credential: Credential;
  readonly history: readonly StoredCredential[];
}

/** Checks the policy and the history. A `historySize` of n blocks the last n passwords, including the present one. */
export async function fitPassword(
  deps: Pick<Deps, 'vault'>,
  db: Db | Tx,
  choice: { readonly pool: Pool; readonly account: Account; readonly password: string },
): Promise<Result<FitPassword, PoolError>> {
  const { pool, account, password } = choice;
  const policy = pool.settings.passwordPolicy;
  const breach = findPolicyBreach(policy, password, personalWords(account));
  if (breach !== undefined) return err(errors.passwordUnfit(breach));
  const earlier = policy.historySize === 0 ? [] : await findPasswordHistory(db, account.id);
  const inForce = account.credential === undefined ? [] : [store(account.credential)];
  const remembered = [...inForce, ...earlier].slice(0, policy.historySize);
  const isUsed = remembered.some((old) =>
    isPassword(deps.vault, { ...account, credential: restore(old) }, password),
  );
  if (isUsed) return err(errors.passwordUsedBefore);
  return ok({
    credential: createCredential(deps.vault, account, password),
    history: remembered.slice(0, Math.max(0, policy.historySize - 1)),
  });
}

export function personalWords(
  account: Pick<Account, 'attributes' | 'username'>,
): readonly (string | undefined)[] {
  const { email, name, preferred_username: preferred } = account.attributes;
  return [email, name, preferred, account.username];
}

function store(credential: Credential): StoredCredential {
  return { salt: credential.salt.toString('base64'), verifierSealed: credential.verifierSealed };
}

function restore(stored: StoredCredential): Credential {
  return { salt: Buffer.from(stored.salt, 'base64'), verifierSealed: stored.verifierSealed };
}
