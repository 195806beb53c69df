import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getDeviceTarget } from '../../../devices/device-target.ts';
import type { Deps } from '../../../deps.ts';
import { presentDevice } from '../../../devices/present-device.ts';
import { errors } from '../../../errors.ts';
import { findDevice } from '../../../store/devices.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const adminGetDeviceInput = z.object({
  DeviceKey: shape.deviceKey,
  UserPoolId: shape.poolId,
  Username: shape.username,
});

const adminGetDevice =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminGetDeviceInput>>): OperationResult => {
    const owner = await getDeviceTarget(deps, input);
    if (!owner.ok) return owner;
    const device = await findDevice(deps.db, owner.value, input.DeviceKey);
    return device === undefined || device.status === 'new'
      ? err(errors.deviceNotFound)
      : ok({ Device: presentDevice(device) });
  };

export const AdminGetDevice = defineOperation('signed', adminGetDeviceInput, adminGetDevice);
