import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { errors } from '../../../errors.ts';
import { changeDeviceStatus } from '../../../store/devices.ts';
import { type AuthorizeDeps, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const updateDeviceStatusInput = z.object({
  AccessToken: shape.token,
  DeviceKey: shape.deviceKey,
  DeviceRememberedStatus: shape.deviceStatus.optional(),
});

/** A remembered device can replace the second factor. */
const updateDeviceStatus =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof updateDeviceStatusInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    if (client.pool.settings.deviceConfiguration === undefined) return err(errors.devicesNotTracked);
    const owner = { poolId: account.poolId, accountId: account.id };
    const isChanged = await changeDeviceStatus(deps.db, owner, {
      deviceKey: input.DeviceKey,
      status: input.DeviceRememberedStatus ?? 'not_remembered',
      now: deps.clock.now(),
    });
    return isChanged ? ok({}) : err(errors.deviceNotFound);
  };

export const UpdateDeviceStatus = defineOperation('public', updateDeviceStatusInput, updateDeviceStatus);
