import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { deleteAccount } from '../../store/account-changes.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminDeleteUserInput = z.object({ UserPoolId: shape.poolId, Username: shape.username });

const adminDeleteUser =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminDeleteUserInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    await deleteAccount(deps.db, target.value.pool.id, target.value.account.id);
    return ok({});
  };

export const AdminDeleteUser = defineOperation('signed', adminDeleteUserInput, adminDeleteUser);
