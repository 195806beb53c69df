import { err, ok, type Result } from '@coffer/kit';
import { getTarget } from '../accounts/admin-target.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { DeviceOwner } from '../store/devices.ts';

export async function getDeviceTarget(
  deps: Pick<Deps, 'db'>,
  input: { readonly UserPoolId: string; readonly Username: string },
): Promise<Result<DeviceOwner, PoolError>> {
  const target = await getTarget(deps, input);
  if (!target.ok) return target;
  const { pool, account } = target.value;
  if (pool.settings.deviceConfiguration === undefined) return err(errors.devicesNotTracked);
  return ok({ poolId: pool.id, accountId: account.id });
}
