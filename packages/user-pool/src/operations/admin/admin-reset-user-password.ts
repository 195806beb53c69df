import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { sendAddressCode } from '../../accounts/addresses.ts';
import { getTarget } from '../../accounts/admin-target.ts';
import { changeAccount } from '../../accounts/change-account.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { updateStatus } from '../../store/account-changes.ts';
import { endSignIns } from '../../store/accounts.ts';
import { revokeAllFamilies } from '../../store/tokens.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';
import { mayReset } from '../user/forgot-password.ts';

const adminResetUserPasswordInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  ClientMetadata: shape.parameters.optional(),
});

/** Unlike Cognito, this ends every session: the administrator distrusts the password. */
const adminResetUserPassword =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminResetUserPasswordInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool } = target.value;
    const { poolId, id } = target.value.account;
    return await changeAccount(deps, { poolId, id, code: 'forgot' }, async (tx, locked) => {
      if (locked.status === 'UNCONFIRMED') return err(errors.cannotBeReset);
      const reset = mayReset(pool, locked);
      if (!reset.ok) return reset;
      const now = deps.clock.now();
      await updateStatus(tx, locked.id, { status: 'RESET_REQUIRED', now });
      await endSignIns(tx, locked.id, now);
      await revokeAllFamilies(tx, locked.id, now);
      await sendAddressCode(deps, tx, { pool, ...reset.value, purpose: 'forgot' });
      return ok({});
    });
  };

export const AdminResetUserPassword = defineOperation(
  'signed',
  adminResetUserPasswordInput,
  adminResetUserPassword,
);
