import { ok } from '@coffer/kit';
import { z } from 'zod';
import { configuredFactors } from '../../accounts/factors.ts';
import { presentMfa } from '../../accounts/present.ts';
import { authorize, type AuthorizeDeps } from '../../tokens/authorize.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const getUserAuthFactorsInput = z.object({ AccessToken: shape.token });

/** What the user can begin a sign-in with, and what else is asked for. */
export const getUserAuthFactors =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof getUserAuthFactorsInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    return ok({
      Username: account.username,
      ...presentMfa(account),
      ConfiguredUserAuthFactors: await configuredFactors(deps.db, client.pool, account),
    });
  };
