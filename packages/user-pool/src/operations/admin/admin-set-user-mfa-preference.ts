import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import { setMfaPreference } from '../../accounts/mfa-preference.ts';
import type { Deps } from '../../deps.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminSetUserMfaPreferenceInput = z.object({
  ...shape.mfaPreference,
  Username: shape.username,
  UserPoolId: shape.poolId,
});

/** Unlike the user, an administrator may remove the last factor. */
const adminSetUserMfaPreference =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminSetUserMfaPreferenceInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    return await setMfaPreference(deps, { ...target.value, by: 'admin' }, input);
  };

export const AdminSetUserMFAPreference = defineOperation(
  'signed',
  adminSetUserMfaPreferenceInput,
  adminSetUserMfaPreference,
);
