import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { endSignIns } from '../../store/accounts.ts';
import { revokeAllFamilies } from '../../store/tokens.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminUserGlobalSignOutInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
});

const adminUserGlobalSignOut =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminUserGlobalSignOutInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { account } = target.value;
    const now = deps.clock.now();
    await deps.db.transaction().execute(async (tx) => {
      await revokeAllFamilies(tx, account.id, now);
      await endSignIns(tx, account.id, now);
    });
    return ok({});
  };

export const AdminUserGlobalSignOut = defineOperation(
  'signed',
  adminUserGlobalSignOutInput,
  adminUserGlobalSignOut,
);
