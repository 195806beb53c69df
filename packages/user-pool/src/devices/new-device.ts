import { randomUUID } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Account } from '../store/accounts.ts';
import type { Tx } from '../store/database/database.ts';
import { insertDevice } from '../store/devices.ts';

/** `NewDeviceMetadata` of an AuthenticationResult. */
export interface NewDeviceMetadata {
  readonly DeviceKey: string;
  readonly DeviceGroupKey: string;
}

/** A key has at most 55 characters; the UUID and `_` take 37. */
const REGION_LENGTH_MAX = 18;
const GROUP_KEY_SIZE_BYTES = 9;

export function createDevice(vault: Deps['vault'], account: Account): NewDeviceMetadata {
  const region = account.poolId.slice(0, account.poolId.indexOf('_')).slice(0, REGION_LENGTH_MAX);
  const group = vault.mac('device group', account.id).subarray(0, GROUP_KEY_SIZE_BYTES);
  return {
    DeviceKey: `${region}_${randomUUID()}`,
    DeviceGroupKey: group.toString('base64url'),
  };
}

export async function saveDevice(
  tx: Tx,
  account: Account,
  device: { readonly metadata: NewDeviceMetadata; readonly address: string | undefined; readonly now: Date },
): Promise<void> {
  await insertDevice(tx, {
    key: device.metadata.DeviceKey,
    poolId: account.poolId,
    accountId: account.id,
    groupKey: device.metadata.DeviceGroupKey,
    address: device.address ?? null,
    now: device.now,
  });
}
