import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import { getTarget } from '../../../accounts/admin-target.ts';
import type { Deps } from '../../../deps.ts';
import { errors } from '../../../errors.ts';
import { deleteMember, findGroup } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import { adminAddUserToGroupInput } from './admin-add-user-to-group.ts';

const adminRemoveUserFromGroupInput = adminAddUserToGroupInput;

const adminRemoveUserFromGroup =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminRemoveUserFromGroupInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool, account } = target.value;
    const group = await findGroup(deps.db, pool.id, input.GroupName);
    if (group === undefined) return err(errors.groupNotFound);
    await deleteMember(deps.db, { groupName: group.name, accountId: account.id });
    return ok({});
  };

export const AdminRemoveUserFromGroup = defineOperation(
  'signed',
  adminRemoveUserFromGroupInput,
  adminRemoveUserFromGroup,
);
