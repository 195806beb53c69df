import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { revokeSession } from '../user-sessions.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminRevokeUserSessionInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  SessionId: shape.text({ min: 1, max: 128 }),
  RevokeAssociatedSessions: shape.oneOf(['NONE', 'LINKED']).optional(),
});

const adminRevokeUserSession =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminRevokeUserSessionInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    return await revokeSession(deps, { ...target.value, current: undefined }, input.SessionId);
  };

export const AdminRevokeUserSession = defineOperation(
  'signed',
  adminRevokeUserSessionInput,
  adminRevokeUserSession,
);
