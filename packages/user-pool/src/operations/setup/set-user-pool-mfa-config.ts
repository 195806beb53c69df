import { err, ok } from '@coffer/kit';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import {
  type MfaConfigInput,
  mfaConfigInput,
  presentMfaConfig,
  readMfaConfig,
} from '../../setup/mfa-config.ts';
import { lockPoolRecord, updatePoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';

const setUserPoolMfaConfigInput = mfaConfigInput;

const setUserPoolMfaConfig =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<MfaConfigInput>): OperationResult =>
    await deps.db.transaction().execute(async (tx): OperationResult => {
      const pool = await lockPoolRecord(tx, input.UserPoolId);
      if (pool === undefined) return err(errors.poolNotFound(input.UserPoolId));
      const read = readMfaConfig(input, pool);
      if (!read.ok) return read;
      const changed = { ...pool, ...read.value, updatedAt: deps.clock.now() };
      await updatePoolRecord(tx, changed);
      return ok(presentMfaConfig(changed));
    });

export const SetUserPoolMfaConfig = defineOperation(
  'signed',
  setUserPoolMfaConfigInput,
  setUserPoolMfaConfig,
);
