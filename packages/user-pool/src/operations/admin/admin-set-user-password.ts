import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { createCredential } from '../../passwords/credential.ts';
import { findPolicyBreach } from '../../passwords/policy.ts';
import { temporaryPasswordEnd } from '../../passwords/temporary.ts';
import { updatePassword } from '../../store/accounts.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const adminSetUserPasswordInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  Password: shape.password,
  Permanent: shape.flag.optional(),
});

/** Sets a password: for good, or as a temporary one that must be changed at the next sign-in. */
export const adminSetUserPassword =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminSetUserPasswordInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const { pool, account } = target.value;
    const personal = [account.attributes['email'], account.attributes['name'], account.username];
    const breach = findPolicyBreach(pool.settings.passwordPolicy, input.Password, personal);
    if (breach !== undefined) return err(errors.passwordUnfit(breach));
    const now = deps.clock.now();
    const isPermanent = input.Permanent === true;
    await deps.db.transaction().execute((tx) =>
      updatePassword(tx, account.id, {
        credential: createCredential(deps.vault, account, input.Password),
        status: isPermanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD',
        temporaryPasswordExpiresAt: isPermanent ? null : temporaryPasswordEnd(pool, now),
        now,
      }),
    );
    return ok({});
  };
