import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { findPoolRecord, type PoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import { describeUserPoolInput } from './describe-user-pool.ts';

const getUserPoolSessionConfigurationInput = describeUserPoolInput;

const getUserPoolSessionConfiguration =
  (deps: Pick<Deps, 'db'>) =>
  async ({
    input,
  }: OperationRequest<z.output<typeof getUserPoolSessionConfigurationInput>>): OperationResult => {
    const pool = await findPoolRecord(deps.db, input.UserPoolId);
    return pool === undefined
      ? err(errors.poolNotFound(input.UserPoolId))
      : ok(presentSessionConfiguration(pool));
  };

export function presentSessionConfiguration(pool: Pick<PoolRecord, 'id' | 'settings'>): object {
  const { isTracked, perUserMax } = pool.settings.sessions;
  return {
    UserPoolId: pool.id,
    UserSessionTracking: isTracked ? 'ENABLED' : 'DISABLED',
    TokenSession: { MaxPerUser: perUserMax },
  };
}

export const GetUserPoolSessionConfiguration = defineOperation(
  'signed',
  getUserPoolSessionConfigurationInput,
  getUserPoolSessionConfiguration,
);
