import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import { changeAccount } from '../../accounts/change-account.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { fitPassword } from '../../passwords/fit-password.ts';
import { temporaryPasswordEnd } from '../../passwords/temporary.ts';
import { updatePassword } from '../../store/accounts.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminSetUserPasswordInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  Password: shape.password,
  Permanent: shape.flag.optional(),
});

const adminSetUserPassword =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminSetUserPasswordInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool } = target.value;
    const isPermanent = input.Permanent === true;
    if (isPermanent && !pool.settings.mayAdminSetLastingPassword)
      return err(errors.lastingPasswordNotPermitted);
    return await changeAccount(deps, target.value.account, async (tx, account) => {
      const fit = await fitPassword(deps, tx, { pool, account, password: input.Password });
      if (!fit.ok) return fit;
      const now = deps.clock.now();
      await updatePassword(tx, account.id, {
        ...fit.value,
        status: isPermanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
        temporaryPasswordExpiresAt: isPermanent ? null : temporaryPasswordEnd(pool, now),
        now,
      });
      return ok({});
    });
  };

export const AdminSetUserPassword = defineOperation(
  'signed',
  adminSetUserPasswordInput,
  adminSetUserPassword,
);
