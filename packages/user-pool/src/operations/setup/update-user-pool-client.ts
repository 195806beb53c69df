import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { readFirstSecret } from '../../setup/client-target.ts';
import { updateUserPoolClientInput } from '../../setup/client-shape.ts';
import { presentClient } from '../../setup/present-client.ts';
import { readClient } from '../../setup/read-client.ts';
import { listProviderNames, lockClientRecord, updateClientRecord } from '../../store/client-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';

export { updateUserPoolClientInput };

const updateUserPoolClient =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof updateUserPoolClientInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    return await deps.db.transaction().execute(async (tx): OperationResult => {
      const client = await lockClientRecord(tx, { poolId: pool.value.id, clientId: input.ClientId });
      if (client === undefined) return err(errors.clientNotFound(input.ClientId));
      const secret = await readFirstSecret({ db: tx, vault: deps.vault }, client.id);
      const read = readClient(input, {
        pool: pool.value,
        hasSecret: secret !== undefined,
        providerNames: await listProviderNames(tx, pool.value.id, input.SupportedIdentityProviders ?? []),
      });
      if (!read.ok) return read;
      const name = input.ClientName ?? client.name;
      const changed = { ...client, name, ...read.value, updatedAt: deps.clock.now() };
      await updateClientRecord(tx, changed);
      return ok({ UserPoolClient: presentClient(changed, secret) });
    });
  };

export const UpdateUserPoolClient = defineOperation(
  'signed',
  updateUserPoolClientInput,
  updateUserPoolClient,
);
