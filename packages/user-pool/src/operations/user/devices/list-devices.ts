import { err } from '@coffer/kit';
import { z } from 'zod';
import { DEVICES_PAGE_SIZE_MAX, presentDevicePage } from '../../../devices/present-device.ts';
import { errors } from '../../../errors.ts';
import { type AuthorizeDeps, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const listDevicesInput = z.object({
  AccessToken: shape.token,
  Limit: shape.integer({ min: 0, max: DEVICES_PAGE_SIZE_MAX }).optional(),
  PaginationToken: shape.paginationToken.optional(),
});

/** Lists confirmed devices only. */
export const listDevices =
  (deps: AuthorizeDeps) =>
  async ({ input }: OperationRequest<z.output<typeof listDevicesInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    if (client.pool.settings.deviceConfiguration === undefined) return err(errors.devicesNotTracked);
    return await presentDevicePage(deps.db, { poolId: account.poolId, accountId: account.id }, input);
  };

export const ListDevices = defineOperation('public', listDevicesInput, listDevices);
