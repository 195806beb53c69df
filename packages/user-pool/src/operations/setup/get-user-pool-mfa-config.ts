import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { presentMfaConfig } from '../../setup/mfa-config.ts';
import { findPoolRecord } from '../../store/pool-records.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import { describeUserPoolInput } from './describe-user-pool.ts';

export const getUserPoolMfaConfigInput = describeUserPoolInput;

/** Whether a second factor is asked for, and which there are. */
export const getUserPoolMfaConfig =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof getUserPoolMfaConfigInput>>): OperationResult => {
    const pool = await findPoolRecord(deps.db, input.UserPoolId);
    return pool === undefined ? err(errors.poolNotFound(input.UserPoolId)) : ok(presentMfaConfig(pool));
  };
