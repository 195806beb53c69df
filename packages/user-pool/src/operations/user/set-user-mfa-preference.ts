import { z } from 'zod';
import { setMfaPreference } from '../../accounts/mfa-preference.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const setUserMfaPreferenceInput = z.object({
  ...shape.mfaPreference,
  AccessToken: shape.token,
});

/** Turns the second factors of a user on or off, and says which comes first. */
export const setUserMfaPreference =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof setUserMfaPreferenceInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    return await setMfaPreference(deps, { pool: client.pool, account, by: 'user' }, input);
  };
