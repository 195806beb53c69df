import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { getDeviceTarget } from '../../../devices/device-target.ts';
import { errors } from '../../../errors.ts';
import { deleteDevice } from '../../../store/devices.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const adminForgetDeviceInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  DeviceKey: shape.deviceKey,
});

const adminForgetDevice =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminForgetDeviceInput>>): OperationResult => {
    const owner = await getDeviceTarget(deps, input);
    if (!owner.ok) return owner;
    return (await deleteDevice(deps.db, owner.value, input.DeviceKey)) ? ok({}) : err(errors.deviceNotFound);
  };

export const AdminForgetDevice = defineOperation('signed', adminForgetDeviceInput, adminForgetDevice);
