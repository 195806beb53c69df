import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { lockPoolRecord, updatePoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';
import { presentSessionConfiguration } from './get-user-pool-session-configuration.ts';

const setUserPoolSessionConfigurationInput = z.object({
  UserPoolId: shape.poolId,
  UserSessionTracking: shape.oneOf(['ENABLED', 'DISABLED']),
  TokenSession: z.object({ MaxPerUser: shape.integer({ min: 1, max: 100 }) }),
});

/** Surplus sessions end at the user's next sign-in. */
const setUserPoolSessionConfiguration =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({
    input,
  }: OperationRequest<z.output<typeof setUserPoolSessionConfigurationInput>>): OperationResult =>
    await deps.db.transaction().execute(async (tx): OperationResult => {
      const pool = await lockPoolRecord(tx, input.UserPoolId);
      if (pool === undefined) return err(errors.poolNotFound(input.UserPoolId));
      const sessions = {
        isTracked: input.UserSessionTracking === 'ENABLED',
        perUserMax: input.TokenSession.MaxPerUser,
      };
      const settings = { ...pool.settings, sessions };
      await updatePoolRecord(tx, { ...pool, settings, updatedAt: deps.clock.now() });
      return ok(presentSessionConfiguration({ id: pool.id, settings }));
    });

export const SetUserPoolSessionConfiguration = defineOperation(
  'signed',
  setUserPoolSessionConfigurationInput,
  setUserPoolSessionConfiguration,
);
