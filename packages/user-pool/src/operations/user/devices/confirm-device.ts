import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { parseDeviceVerifier } from '../../../devices/device-verifier.ts';
import { errors } from '../../../errors.ts';
import { confirmNewDevice, findDevice } from '../../../store/devices.ts';
import { type AuthorizeDeps, authorize } from '../../../tokens/authorize.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

const confirmDeviceInput = z.object({
  AccessToken: shape.token,
  DeviceKey: shape.deviceKey,
  DeviceSecretVerifierConfig: shape.deviceSecretVerifier.optional(),
  DeviceName: shape.deviceName.optional(),
});

const confirmDevice =
  (deps: AuthorizeDeps & Pick<Deps, 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof confirmDeviceInput>>): OperationResult => {
    const user = await authorize(deps, input.AccessToken);
    if (!user.ok) return user;
    const { account, client } = user.value;
    const tracking = client.pool.settings.deviceConfiguration;
    if (tracking === undefined) return err(errors.devicesNotTracked);
    const owner = { poolId: account.poolId, accountId: account.id };
    const device = await findDevice(deps.db, owner, input.DeviceKey);
    if (device === undefined) return err(errors.deviceNotFound);
    const verifier = parseDeviceVerifier(deps.vault, device.key, input.DeviceSecretVerifierConfig);
    if (!verifier.ok) return verifier;
    const mustAsk = tracking.isRememberedOnlyOnUserPrompt;
    const isConfirmed = await confirmNewDevice(deps.db, owner, {
      deviceKey: device.key,
      status: mustAsk ? 'not_remembered' : 'remembered',
      name: input.DeviceName ?? null,
      verifier: verifier.value,
      now: deps.clock.now(),
    });
    return isConfirmed ? ok({ UserConfirmationNecessary: mustAsk }) : err(errors.deviceKeyExists);
  };

export const ConfirmDevice = defineOperation('public', confirmDeviceInput, confirmDevice);
