import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { presentPool } from '../../setup/present-pool.ts';
import { countAccounts, findPoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const describeUserPoolInput = z.object({ UserPoolId: shape.poolId });

const describeUserPool =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof describeUserPoolInput>>): OperationResult => {
    const pool = await findPoolRecord(deps.db, input.UserPoolId);
    if (pool === undefined) return err(errors.poolNotFound(input.UserPoolId));
    return ok({ UserPool: presentPool(pool, await countAccounts(deps.db, pool.id)) });
  };

export const DescribeUserPool = defineOperation('signed', describeUserPoolInput, describeUserPool);
