import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import { changeAccount } from '../../accounts/change-account.ts';
import { applyPlan, planAttributes } from '../../accounts/change-attributes.ts';
import type { Deps } from '../../deps.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminUpdateUserAttributesInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  UserAttributes: shape.attributes,
  ClientMetadata: shape.parameters.optional(),
});

/** `email_verified` and `phone_number_verified` are trusted here. */
const adminUpdateUserAttributes =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminUpdateUserAttributesInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool } = target.value;
    return await changeAccount(deps, target.value.account, async (tx, account) => {
      const plan = planAttributes(pool, account, { given: input.UserAttributes, by: 'admin' });
      if (!plan.ok) return plan;
      await applyPlan(deps, tx, { pool, account, plan: plan.value });
      return ok({});
    });
  };

export const AdminUpdateUserAttributes = defineOperation(
  'signed',
  adminUpdateUserAttributesInput,
  adminUpdateUserAttributes,
);
