import { ok } from '@coffer/kit';
import { createName } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { type CreateUserPoolInput, createUserPoolInput } from '../../setup/pool-shape.ts';
import { presentPool } from '../../setup/present-pool.ts';
import { readNewPool } from '../../setup/read-pool.ts';
import { insertPoolRecord } from '../../store/pool-records.ts';
import { insertSigningKey } from '../../store/signing-keys.ts';
import { makeSigningKey, USAGES } from '../../tokens/signing-keys.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';

export { createUserPoolInput };

const NAME_LENGTH = 9;

export const createUserPool =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault' | 'region'>) =>
  async ({ input }: OperationRequest<CreateUserPoolInput>): OperationResult => {
    const read = readNewPool(input);
    if (!read.ok) return read;
    const now = deps.clock.now();
    const pool = {
      id: `${deps.region}_${createName(NAME_LENGTH)}`,
      name: input.PoolName,
      ...read.value,
      createdAt: now,
      updatedAt: now,
    };
    const keys = await Promise.all(
      USAGES.map((usage) => makeSigningKey(deps.vault, { poolId: pool.id, usage, activeAt: now })),
    );
    await deps.db.transaction().execute(async (tx) => {
      await insertPoolRecord(tx, pool);
      for (const key of keys) await insertSigningKey(tx, key, now);
    });
    return ok({ UserPool: presentPool(pool, 0) });
  };

export const CreateUserPool = defineOperation('signed', createUserPoolInput, createUserPool);
