import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import { presentAttributes } from '../../accounts/attributes.ts';
import { epochSeconds, presentMfa } from '../../accounts/present.ts';
import type { Deps } from '../../deps.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const adminGetUserInput = z.object({ UserPoolId: shape.poolId, Username: shape.username });

/** A user as an administrator sees it. */
export const adminGetUser =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminGetUserInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { account } = target.value;
    return ok({
      Username: account.username,
      UserAttributes: presentAttributes(account),
      UserCreateDate: epochSeconds(account.createdAt),
      UserLastModifiedDate: epochSeconds(account.updatedAt),
      Enabled: account.isEnabled,
      UserStatus: account.status,
      ...presentMfa(account),
    });
  };
