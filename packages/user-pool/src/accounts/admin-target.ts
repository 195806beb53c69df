import { err, ok, type Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Account } from '../store/accounts.ts';
import { type Client, findClient, findPool, type Pool } from '../store/pools.ts';
import { resolveAccount } from './names.ts';

export async function getPool(deps: Pick<Deps, 'db'>, poolId: string): Promise<Result<Pool, PoolError>> {
  const pool = await findPool(deps.db, poolId);
  return pool === undefined ? err(errors.poolNotFound(poolId)) : ok(pool);
}

export async function getPoolClient(
  deps: Pick<Deps, 'db'>,
  input: { readonly UserPoolId: string; readonly ClientId: string },
): Promise<Result<Client, PoolError>> {
  const client = await findClient(deps.db, input.ClientId);
  return client?.pool.id === input.UserPoolId ? ok(client) : err(errors.clientNotFound(input.ClientId));
}

export interface AdminTarget {
  readonly pool: Pool;
  readonly account: Account;
}

export async function getTarget(
  deps: Pick<Deps, 'db'>,
  input: { readonly UserPoolId: string; readonly Username: string },
): Promise<Result<AdminTarget, PoolError>> {
  const pool = await getPool(deps, input.UserPoolId);
  if (!pool.ok) return pool;
  const account = await resolveAccount(deps.db, pool.value, input.Username);
  return account === undefined ? err(errors.userNotFound) : ok({ pool: pool.value, account });
}
