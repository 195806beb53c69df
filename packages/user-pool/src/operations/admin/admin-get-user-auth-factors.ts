import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import { configuredFactors } from '../../accounts/factors.ts';
import { presentMfa } from '../../accounts/present.ts';
import type { Deps } from '../../deps.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminGetUserAuthFactorsInput = z.object({ UserPoolId: shape.poolId, Username: shape.username });

const adminGetUserAuthFactors =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminGetUserAuthFactorsInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool, account } = target.value;
    return ok({
      Username: account.username,
      ...presentMfa(account),
      ConfiguredUserAuthFactors: await configuredFactors(deps.db, pool, account),
    });
  };

export const AdminGetUserAuthFactors = defineOperation(
  'signed',
  adminGetUserAuthFactorsInput,
  adminGetUserAuthFactors,
);
