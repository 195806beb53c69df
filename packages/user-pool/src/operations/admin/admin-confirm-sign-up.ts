import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import { changeAccount, rewriteAccount } from '../../accounts/change-account.ts';
import { withdrawCode } from '../../codes/codes.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminConfirmSignUpInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  ClientMetadata: shape.parameters.optional(),
});

/** Addresses stay unverified: no code proved them. */
const adminConfirmSignUp =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminConfirmSignUpInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool } = target.value;
    const { poolId, id } = target.value.account;
    return await changeAccount(deps, { poolId, id, code: 'sign_up' }, async (tx, account) => {
      if (account.status !== 'UNCONFIRMED') return err(errors.cannotBeConfirmed(account.status));
      await rewriteAccount(deps, tx, { pool, account, status: 'CONFIRMED' });
      await withdrawCode(tx, { account, purpose: 'sign_up' });
      return ok({});
    });
  };

export const AdminConfirmSignUp = defineOperation('signed', adminConfirmSignUpInput, adminConfirmSignUp);
