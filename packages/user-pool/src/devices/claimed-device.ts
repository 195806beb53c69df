import { err, ok, type Result } from '@coffer/kit';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { findDevice } from '../store/devices.ts';
import type { Client } from '../store/pools.ts';
import type { TokenFamily } from '../store/tokens.ts';

/** The device that a sign-in says to be on. It is proved by DEVICE_SRP_AUTH, and nothing is given for the claim. */
export interface ClaimedDevice {
  readonly deviceKey: string;
  readonly isDeviceRemembered: boolean;
}

export interface DeviceClaim {
  /** Null for the made-up user of an unknown name, who has no devices. */
  readonly accountId: string | null;
  readonly deviceKey: string | undefined;
}

/** Undefined when no device is named, the pool tracks none, or the user has none of that key that is confirmed. */
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

/**
 * The same where the client knows what to do about a device that was forgotten: it drops the key and answers again.
 * The refusal is the same for made-up users, who have no devices either.
 */
export async function getClaimedDevice(
  deps: Pick<Deps, 'db'>,
  client: Client,
  claim: DeviceClaim,
): Promise<Result<ClaimedDevice | undefined, PoolError>> {
  const device = await findClaimedDevice(deps, client, claim);
  const isAsked = client.pool.settings.deviceConfiguration !== undefined && claim.deviceKey !== undefined;
  return isAsked && device === undefined ? err(errors.deviceNotFound) : ok(device);
}

/** Tokens that were given to a device are renewed for it alone, from its confirmation until it is forgotten. */
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
