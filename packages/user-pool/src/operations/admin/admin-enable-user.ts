import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { updateEnabled } from '../../store/accounts.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminEnableUserInput = z.object({ UserPoolId: shape.poolId, Username: shape.username });

const adminEnableUser =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminEnableUserInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { account } = target.value;
    const now = deps.clock.now();
    await deps.db.transaction().execute((tx) => updateEnabled(tx, account.id, { isEnabled: true, now }));
    return ok({});
  };

export const AdminEnableUser = defineOperation('signed', adminEnableUserInput, adminEnableUser);
