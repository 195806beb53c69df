import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { getDeviceTarget } from '../../../devices/device-target.ts';
import { errors } from '../../../errors.ts';
import { changeDeviceStatus } from '../../../store/devices.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const adminUpdateDeviceStatusInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  DeviceKey: shape.deviceKey,
  DeviceRememberedStatus: shape.deviceStatus.optional(),
});

const adminUpdateDeviceStatus =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminUpdateDeviceStatusInput>>): OperationResult => {
    const owner = await getDeviceTarget(deps, input);
    if (!owner.ok) return owner;
    const isChanged = await changeDeviceStatus(deps.db, owner.value, {
      deviceKey: input.DeviceKey,
      status: input.DeviceRememberedStatus ?? 'not_remembered',
      now: deps.clock.now(),
    });
    return isChanged ? ok({}) : err(errors.deviceNotFound);
  };

export const AdminUpdateDeviceStatus = defineOperation(
  'signed',
  adminUpdateDeviceStatusInput,
  adminUpdateDeviceStatus,
);
