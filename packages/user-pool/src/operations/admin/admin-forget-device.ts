import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { getDeviceTarget } from '../../devices/device-target.ts';
import { errors } from '../../errors.ts';
import { deleteDevice } from '../../store/devices.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

export const adminForgetDeviceInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  DeviceKey: shape.deviceKey,
});

/** Forgets a device of a user. */
export const adminForgetDevice =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminForgetDeviceInput>>): OperationResult => {
    const owner = await getDeviceTarget(deps, input);
    if (!owner.ok) return owner;
    return (await deleteDevice(deps.db, owner.value, input.DeviceKey)) ? ok({}) : err(errors.deviceNotFound);
  };
