import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { errors } from '../../../errors.ts';
import { deleteDevice } from '../../../store/devices.ts';
import { type AuthorizeDeps, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const forgetDeviceInput = z.object({
  /** Optional in the model, but required. */
  AccessToken: shape.token.optional(),
  DeviceKey: shape.deviceKey,
});

/** Refresh tokens issued to the device stop working. */
export const forgetDevice =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof forgetDeviceInput>>): OperationResult => {
    if (input.AccessToken === undefined) return err(errors.missingParameter('AccessToken'));
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    if (client.pool.settings.deviceConfiguration === undefined) return err(errors.devicesNotTracked);
    const owner = { poolId: account.poolId, accountId: account.id };
    return (await deleteDevice(deps.db, owner, input.DeviceKey)) ? ok({}) : err(errors.deviceNotFound);
  };

export const ForgetDevice = defineOperation('public', forgetDeviceInput, forgetDevice);
