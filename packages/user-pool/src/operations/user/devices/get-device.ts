import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { presentDevice } from '../../../devices/present-device.ts';
import { errors } from '../../../errors.ts';
import { findDevice } from '../../../store/devices.ts';
import { type AuthorizeDeps, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const getDeviceInput = z.object({
  DeviceKey: shape.deviceKey,
  /** Optional in the model, but required. */
  AccessToken: shape.token.optional(),
});

const getDevice =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof getDeviceInput>>): OperationResult => {
    if (input.AccessToken === undefined) return err(errors.missingParameter('AccessToken'));
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    if (client.pool.settings.deviceConfiguration === undefined) return err(errors.devicesNotTracked);
    const owner = { poolId: account.poolId, accountId: account.id };
    const device = await findDevice(deps.db, owner, input.DeviceKey);
    return device === undefined || device.status === 'new'
      ? err(errors.deviceNotFound)
      : ok({ Device: presentDevice(device) });
  };

export const GetDevice = defineOperation('public', getDeviceInput, getDevice);
