import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { endSignIns, updateMfaPreference } from '../../store/accounts.ts';
import { deleteSoftwareToken } from '../../store/software-tokens.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const adminDeleteSoftwareTokenInput = z.object({ UserPoolId: shape.poolId, Username: shape.username });

/** Also ends unfinished sign-ins, which might wait for its code. */
const adminDeleteSoftwareToken =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminDeleteSoftwareTokenInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { account } = target.value;
    const now = deps.clock.now();
    return await deps.db.transaction().execute(async (tx): OperationResult => {
      if (!(await deleteSoftwareToken(tx, account.id))) return err(errors.totpNotSetUp);
      await updateMfaPreference(tx, account.id, {
        isTotpEnabled: false,
        ...(account.preferredMfa === 'SOFTWARE_TOKEN_MFA' ? { preferredMfa: null } : {}),
        now,
      });
      await endSignIns(tx, account.id, now);
      return ok({});
    });
  };

export const AdminDeleteSoftwareToken = defineOperation(
  'signed',
  adminDeleteSoftwareTokenInput,
  adminDeleteSoftwareToken,
);
