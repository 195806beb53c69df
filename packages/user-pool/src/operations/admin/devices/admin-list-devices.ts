import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { getDeviceTarget } from '../../../devices/device-target.ts';
import { DEVICES_PAGE_SIZE_MAX, presentDevicePage } from '../../../devices/present-device.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const adminListDevicesInput = z.object({
  UserPoolId: shape.poolId,
  Username: shape.username,
  Limit: shape.integer({ min: 0, max: DEVICES_PAGE_SIZE_MAX }).optional(),
  PaginationToken: shape.paginationToken.optional(),
});

/** Lists confirmed devices only. */
const adminListDevices =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminListDevicesInput>>): OperationResult => {
    const owner = await getDeviceTarget(deps, input);
    return owner.ok ? await presentDevicePage(deps.db, owner.value, input) : owner;
  };

export const AdminListDevices = defineOperation('signed', adminListDevicesInput, adminListDevices);
