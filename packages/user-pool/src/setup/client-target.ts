import { err, ok, type Result } from '@coffer/kit';
import { getPool } from '../accounts/admin-target.ts';
import { openClientSecret } from '../accounts/clients.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { type ClientRecord, findClientRecord, listClientSecrets } from '../store/client-records.ts';
import type { Db, Tx } from '../store/database/database.ts';

export async function getClientRecord(
  deps: Pick<Deps, 'db'>,
  input: { readonly UserPoolId: string; readonly ClientId: string },
): Promise<Result<ClientRecord, PoolError>> {
  const pool = await getPool(deps, input.UserPoolId);
  if (!pool.ok) return pool;
  const client = await findClientRecord(deps.db, { poolId: pool.value.id, clientId: input.ClientId });
  return client === undefined ? err(errors.clientNotFound(input.ClientId)) : ok(client);
}

export async function readFirstSecret(
  deps: { readonly db: Db | Tx } & Pick<Deps, 'vault'>,
  clientId: string,
): Promise<string | undefined> {
  const [first] = await listClientSecrets(deps.db, clientId);
  return first && openClientSecret(deps.vault, clientId, first.sealed);
}
