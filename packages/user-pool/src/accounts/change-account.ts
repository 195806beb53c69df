import { err, type Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { releaseAliases, savePerson, takenKey } from '../store/account-changes.ts';
import { type Account, type Attributes, lockAccount } from '../store/accounts.ts';
import { type CodeKey, lockCode } from '../store/codes.ts';
import type { Tx } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';
import { aliasKeys } from './names.ts';

/**
 * Commits earlier writes, such as a counted attempt, even if the work returns an error. A taken alias rolls back and
 * returns `aliasExists`.
 */
export async function changeAccount<Value>(
  deps: Pick<Deps, 'db'>,
  target: {
    readonly poolId: string;
    readonly id: string;
    /** Locked before the account, which is the order that the code check uses. */
    readonly code?: CodeKey['purpose'];
  },
  change: (tx: Tx, account: Account) => Promise<Result<Value, PoolError>>,
): Promise<Result<Value, PoolError>> {
  return await refusingTakenAliases(() =>
    deps.db.transaction().execute(async (tx): Promise<Result<Value, PoolError>> => {
      const { poolId, id: subject, code: purpose } = target;
      if (purpose !== undefined) await lockCode(tx, { poolId, subject, purpose, scope: '' });
      const account = await lockAccount(tx, poolId, subject);
      return account === undefined ? err(errors.userNotFound) : await change(tx, account);
    }),
  );
}

export async function refusingTakenAliases<Value>(
  run: () => Promise<Result<Value, PoolError>>,
): Promise<Result<Value, PoolError>> {
  try {
    return await run();
  } catch (cause) {
    const key = takenKey(cause);
    if (key === undefined) throw cause;
    return err(errors.aliasExists(key));
  }
}

export async function rewriteAccount(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  change: {
    readonly pool: Pool;
    readonly account: Account;
    readonly attributes?: Attributes;
    readonly pendingAttributes?: Attributes;
    readonly status?: Account['status'];
    readonly isForced?: boolean;
  },
): Promise<Account> {
  const { pool, account, isForced = false } = change;
  const now = deps.clock.now();
  const next: Account = {
    ...account,
    attributes: change.attributes ?? account.attributes,
    pendingAttributes: change.pendingAttributes ?? account.pendingAttributes,
    status: change.status ?? account.status,
    updatedAt: now,
  };
  const keys = aliasKeys(pool, next);
  if (isForced) await releaseAliases(tx, next, { ...keys, now });
  await savePerson(tx, account.id, { ...next, keys, now });
  return next;
}

export function withProof(
  account: Pick<Account, 'attributes' | 'pendingAttributes'>,
  address: { readonly attribute: string; readonly value: string },
): { readonly attributes: Attributes; readonly pendingAttributes: Attributes } {
  const { attribute, value } = address;
  const { [attribute]: _proved, ...pendingAttributes } = account.pendingAttributes;
  return {
    attributes: { ...account.attributes, [attribute]: value, [`${attribute}_verified`]: 'true' },
    pendingAttributes,
  };
}
