import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { fromBytes, pad } from '../srp/group.ts';
import { computeVerifier } from '../srp/server.ts';
import { createSrpClient } from './srp-client.ts';

export const newDeviceSchema = z.object({ DeviceKey: z.string(), DeviceGroupKey: z.string() });

const challengeSchema = z.object({ SALT: z.string(), SRP_B: z.string(), SECRET_BLOCK: z.string() });

/** Client side of ConfirmDevice, DEVICE_SRP_AUTH and DEVICE_PASSWORD_VERIFIER. */
export interface DeviceClient {
  readonly key: string;
  readonly verifierConfig: { readonly Salt: string; readonly PasswordVerifier: string };
  begin(): DeviceExchange;
}

export interface DeviceExchange {
  readonly publicHex: string;
  answer(parameters: unknown, at: Date): Readonly<Record<string, string>>;
}

export function createDeviceClient(metadata: z.infer<typeof newDeviceSchema>): DeviceClient {
  const { DeviceKey: key, DeviceGroupKey: groupKey } = metadata;
  const secret = randomBytes(40).toString('base64');
  const salt = randomBytes(16);
  const verifier = computeVerifier({ poolName: groupKey, userId: key }, salt, secret);
  return {
    key,
    verifierConfig: {
      Salt: pad(fromBytes(salt)).toString('base64'),
      PasswordVerifier: pad(verifier).toString('base64'),
    },
    begin() {
      const srp = createSrpClient(groupKey);
      return {
        publicHex: srp.publicHex,
        answer(parameters, at) {
          const challenge = challengeSchema.parse(parameters);
          const proof = srp.answer({ ...challenge, USER_ID_FOR_SRP: key }, secret, at);
          const { USERNAME: _key, ...rest } = proof;
          return { ...rest, DEVICE_KEY: key };
        },
      };
    },
  };
}
