import { err, ok, type Result } from '@coffer/kit';
import { epochSeconds } from '../accounts/present.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Db } from '../store/database/database.ts';
import { type Device, type DeviceOwner, type DevicePage, listDevices } from '../store/devices.ts';

export const DEVICES_PAGE_SIZE_MAX = 60;

/** `DeviceType`. */
export function presentDevice(device: Device): object {
  const attributes = {
    device_status: 'valid',
    device_name: device.name,
    'dev:device_remembered_status': device.status,
    last_ip_used: device.address,
  };
  return {
    DeviceKey: device.key,
    DeviceAttributes: Object.entries(attributes).flatMap(([Name, Value]) =>
      Value === null ? [] : [{ Name, Value }],
    ),
    DeviceCreateDate: epochSeconds(device.createdAt),
    DeviceLastModifiedDate: epochSeconds(device.updatedAt),
    DeviceLastAuthenticatedDate: epochSeconds(device.lastAuthenticatedAt),
  };
}

export async function presentDevicePage(
  db: Db,
  owner: DeviceOwner,
  input: { readonly Limit?: number | undefined; readonly PaginationToken?: string | undefined },
): Promise<Result<object, PoolError>> {
  const after = parsePaginationToken(input.PaginationToken);
  if (!after.ok) return after;
  const limit = input.Limit === undefined || input.Limit === 0 ? DEVICES_PAGE_SIZE_MAX : input.Limit;
  const found = await listDevices(db, owner, { limit: limit + 1, after: after.value });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return ok({
    Devices: shown.map(presentDevice),
    ...(found.length > limit && last !== undefined ? { PaginationToken: createPaginationToken(last) } : {}),
  });
}

function createPaginationToken(last: Device): string {
  return Buffer.from(`${last.createdAt.getTime()}|${last.key}`).toString('base64url');
}

function parsePaginationToken(token: string | undefined): Result<DevicePage['after'], PoolError> {
  if (token === undefined) return ok(undefined);
  const [, time, key] =
    /^(\d{1,15})\|([\w-]{1,55})$/.exec(Buffer.from(token, 'base64url').toString('utf8')) ?? [];
  if (time === undefined || key === undefined) return err(errors.paginationTokenInvalid);
  return ok({ createdAt: new Date(Number(time)), key });
}
