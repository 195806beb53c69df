import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../../accounts/admin-target.ts';
import type { Deps } from '../../../deps.ts';
import { errors } from '../../../errors.ts';
import { GROUPS_PER_USER_MAX } from '../../../groups/claims.ts';
import { insertMember } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

export const adminAddUserToGroupInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  GroupName: shape.groupName,
});

/** Only tokens issued later name the group. */
const adminAddUserToGroup =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminAddUserToGroupInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool, account } = target.value;
    const member = {
      poolId: pool.id,
      groupName: input.GroupName,
      accountId: account.id,
      now: deps.clock.now(),
    };
    const outcome = await deps.db
      .transaction()
      .execute((tx) => insertMember(tx, member, GROUPS_PER_USER_MAX));
    switch (outcome) {
      case 'gone':
        return err(errors.groupNotFound);
      case 'too_many':
        return err(errors.tooMany('groups of the user'));
      case 'member':
        return ok({});
    }
  };

export const AdminAddUserToGroup = defineOperation('signed', adminAddUserToGroupInput, adminAddUserToGroup);
