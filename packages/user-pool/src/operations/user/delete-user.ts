import { ok } from '@coffer/kit';
import { z } from 'zod';
import { deleteAccount } from '../../store/account-changes.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const deleteUserInput = z.object({ AccessToken: shape.token });

const deleteUser =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof deleteUserInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account } = user.value;
    await deleteAccount(deps.db, account.poolId, account.id);
    return ok({});
  };

export const DeleteUser = defineOperation('public', deleteUserInput, deleteUser);
