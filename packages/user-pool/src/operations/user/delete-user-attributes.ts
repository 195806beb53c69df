import { z } from 'zod';
import { changeAccount } from '../../accounts/change-account.ts';
import { deleteAttributes } from '../../accounts/change-attributes.ts';
import { checkWritable } from '../../accounts/client-attributes.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const deleteUserAttributesInput = z.object({
  UserAttributeNames: shape.attributeNames,
  AccessToken: shape.token,
});

const deleteUserAttributes =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof deleteUserAttributesInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { client, account } = user.value;
    const names = input.UserAttributeNames;
    const writable = checkWritable(client, names);
    if (!writable.ok) return writable;
    return await changeAccount(deps, account, (tx, locked) =>
      deleteAttributes(deps, tx, { pool: client.pool, account: locked, names, by: 'user' }),
    );
  };

export const DeleteUserAttributes = defineOperation(
  'public',
  deleteUserAttributesInput,
  deleteUserAttributes,
);
