import { ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { endSignIns } from '../../store/accounts.ts';
import { revokeAllFamilies } from '../../store/tokens.ts';
import { authorize } from '../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const globalSignOutInput = z.object({ AccessToken: shape.token });

const globalSignOut =
  (deps: Pick<Deps, 'db' | 'clock' | 'signingKeys' | 'baseUrl' | 'limits'>) =>
  async ({ input }: OperationRequest<z.output<typeof globalSignOutInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const now = deps.clock.now();
    await deps.db.transaction().execute(async (tx) => {
      await revokeAllFamilies(tx, user.value.account.id, now);
      await endSignIns(tx, user.value.account.id, now);
    });
    return ok({});
  };

export const GlobalSignOut = defineOperation('public', globalSignOutInput, globalSignOut);
