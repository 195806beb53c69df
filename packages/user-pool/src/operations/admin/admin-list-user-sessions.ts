import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { listSessions } from '../user-sessions.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminListUserSessionsInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  NextToken: shape.longToken.optional(),
});

const adminListUserSessions =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminListUserSessionsInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    return await listSessions(deps, { ...target.value, current: undefined }, input.NextToken);
  };

export const AdminListUserSessions = defineOperation(
  'signed',
  adminListUserSessionsInput,
  adminListUserSessions,
);
