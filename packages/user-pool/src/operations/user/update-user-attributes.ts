import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { changeAccount } from '../../accounts/change-account.ts';
import { applyPlan, planAttributes } from '../../accounts/change-attributes.ts';
import { checkWritable } from '../../accounts/client-attributes.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { takeToken } from '../../limits/limits.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const updateUserAttributesInput = z.object({
  UserAttributes: shape.attributes,
  AccessToken: shape.token,
  ClientMetadata: shape.parameters.optional(),
});

const updateUserAttributes =
  (deps: AuthorizeDeps & Pick<Deps, 'vault' | 'limits'>) =>
  async ({ input }: OperationRequest<z.output<typeof updateUserAttributesInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { client, account } = user.value;
    const { pool } = client;
    const writable = checkWritable(
      client,
      input.UserAttributes.map(({ Name }) => Name),
    );
    if (!writable.ok) return writable;
    const change = { given: input.UserAttributes, by: 'user', mayMoveAddress: true } as const;
    const expected = planAttributes(pool, account, change);
    if (!expected.ok) return expected;
    const isSending = expected.value.toVerify.length > 0;
    const maySend =
      !isSending || (await takeToken(deps, { subject: account.id, rule: 'getAttributeVerificationCode' }));
    if (!maySend) return err(errors.attemptLimitExceeded);
    return await changeAccount(deps, account, async (tx, locked) => {
      const plan = planAttributes(pool, locked, change);
      if (!plan.ok) return plan;
      return ok({
        CodeDeliveryDetailsList: await applyPlan(deps, tx, { pool, account: locked, plan: plan.value }),
      });
    });
  };

export const UpdateUserAttributes = defineOperation(
  'public',
  updateUserAttributesInput,
  updateUserAttributes,
);
