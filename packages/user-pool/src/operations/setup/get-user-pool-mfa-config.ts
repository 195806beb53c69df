import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { presentMfaConfig } from '../../setup/mfa-config.ts';
import { findPoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import { describeUserPoolInput } from './describe-user-pool.ts';

const getUserPoolMfaConfigInput = describeUserPoolInput;

const getUserPoolMfaConfig =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof getUserPoolMfaConfigInput>>): OperationResult => {
    const pool = await findPoolRecord(deps.db, input.UserPoolId);
    return pool === undefined ? err(errors.poolNotFound(input.UserPoolId)) : ok(presentMfaConfig(pool));
  };

export const GetUserPoolMfaConfig = defineOperation(
  'signed',
  getUserPoolMfaConfigInput,
  getUserPoolMfaConfig,
);
