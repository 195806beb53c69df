import { err, ok, type Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { findDevice } from '../store/devices.ts';
import type { Client } from '../store/pools.ts';
import type { TokenFamily } from '../store/tokens.ts';

export interface ClaimedDevice {
  readonly deviceKey: string;
  readonly isDeviceRemembered: boolean;
}

export interface DeviceClaim {
  readonly accountId: string | null;
  readonly deviceKey: string | undefined;
}

/** Undefined if no device is named, the pool tracks no devices, or the user has no confirmed device with this key. */
export async function findClaimedDevice(
  deps: Pick<Deps, 'db'>,
  client: Client,
  claim: DeviceClaim,
): Promise<ClaimedDevice | undefined> {
  const { accountId, deviceKey } = claim;
  const isTracked = client.pool.settings.deviceConfiguration !== undefined;
  if (!isTracked || deviceKey === undefined || accountId === null) return undefined;
  const device = await findDevice(deps.db, { poolId: client.pool.id, accountId }, deviceKey);
  if (device === undefined || device.status === 'new') return undefined;
  return { deviceKey, isDeviceRemembered: device.status === 'remembered' };
}

/** Reports a forgotten device, so that clients drop the key and retry. Decoy users get the same error. */
export async function getClaimedDevice(
  deps: Pick<Deps, 'db'>,
  client: Client,
  claim: DeviceClaim,
): Promise<Result<ClaimedDevice | undefined, PoolError>> {
  const device = await findClaimedDevice(deps, client, claim);
  const isAsked = client.pool.settings.deviceConfiguration !== undefined && claim.deviceKey !== undefined;
  return isAsked && device === undefined ? err(errors.deviceNotFound) : ok(device);
}

/** Whether tokens may be renewed: those of a confirmed device only for that device, until it is forgotten. */
export async function isOnItsDevice(
  deps: Pick<Deps, 'db'>,
  client: Client,
  use: {
    readonly family: Pick<TokenFamily, 'accountId' | 'deviceKey'>;
    readonly deviceKey: string | undefined;
  },
): Promise<boolean> {
  const { family, deviceKey } = use;
  const isTracked = client.pool.settings.deviceConfiguration !== undefined;
  if (!isTracked || family.deviceKey === null) return true;
  if (deviceKey !== family.deviceKey) return false;
  return (await findClaimedDevice(deps, client, { accountId: family.accountId, deviceKey })) !== undefined;
}
