import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { deleteAccount } from '../../store/account-changes.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const adminDeleteUserInput = z.object({ UserPoolId: shape.poolId, Username: shape.username });

/** Deletes a user with all factors and sessions. */
export const adminDeleteUser =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminDeleteUserInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    await deleteAccount(deps.db, target.value.pool.id, target.value.account.id);
    return ok({});
  };
