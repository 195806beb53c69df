import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import { changeAccount } from '../../accounts/change-account.ts';
import { deleteAttributes } from '../../accounts/change-attributes.ts';
import type { Deps } from '../../deps.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminDeleteUserAttributesInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  UserAttributeNames: shape.attributeNames,
});

const adminDeleteUserAttributes =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminDeleteUserAttributesInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool } = target.value;
    const names = input.UserAttributeNames;
    return await changeAccount(deps, target.value.account, (tx, account) =>
      deleteAttributes(deps, tx, { pool, account, names, by: 'admin' }),
    );
  };

export const AdminDeleteUserAttributes = defineOperation(
  'signed',
  adminDeleteUserAttributesInput,
  adminDeleteUserAttributes,
);
