import { z } from 'zod';
import { setMfaPreference } from '../../accounts/mfa-preference.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const setUserMfaPreferenceInput = z.object({
  ...shape.mfaPreference,
  AccessToken: shape.token,
});

const setUserMfaPreference =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof setUserMfaPreferenceInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    return await setMfaPreference(deps, { pool: client.pool, account, by: 'user' }, input);
  };

export const SetUserMFAPreference = defineOperation(
  'public',
  setUserMfaPreferenceInput,
  setUserMfaPreference,
);
