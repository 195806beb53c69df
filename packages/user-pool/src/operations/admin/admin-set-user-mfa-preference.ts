import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import { setMfaPreference } from '../../accounts/mfa-preference.ts';
import type { Deps } from '../../deps.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const adminSetUserMfaPreferenceInput = z.object({
  ...shape.mfaPreference,
  Username: shape.username,
  UserPoolId: shape.poolId,
});

/** The same for an administrator, who may also take the last factor away from who has lost it. */
export const adminSetUserMfaPreference =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminSetUserMfaPreferenceInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    return await setMfaPreference(deps, { ...target.value, by: 'admin' }, input);
  };
