import { err, ok, type Result } from '@coffer/kit';
import { PRIME } from '@coffer/srp';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { fromBytes, PRIME_SIZE_BYTES, toBytes } from '../srp/group.ts';
import type { Device, DeviceVerifier } from '../store/devices.ts';

const SALT_SIZE_BYTES_MAX = 64;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Base64 of padded bytes, read as signed numbers. Clients would hash a negative number differently. */
export function parseDeviceVerifier(
  vault: Deps['vault'],
  deviceKey: string,
  config: { readonly Salt?: string | undefined; readonly PasswordVerifier?: string | undefined } | undefined,
): Result<DeviceVerifier, PoolError> {
  const salt = decode(config?.Salt);
  const verifier = decode(config?.PasswordVerifier);
  if (salt === undefined || verifier === undefined) return err(errors.deviceVerifierInvalid);
  if (isNegative(salt) || isNegative(verifier)) return err(errors.deviceVerifierNegative);
  // The salt is returned as a number, so leading zeros are dropped.
  const saltBytes = toBytes(fromBytes(salt));
  const value = fromBytes(verifier);
  const isUsable =
    saltBytes.length <= SALT_SIZE_BYTES_MAX &&
    verifier.length <= PRIME_SIZE_BYTES + 1 &&
    value > 1n &&
    value < PRIME - 1n;
  if (!isUsable) return err(errors.deviceVerifierInvalid);
  return ok({ salt: saltBytes, sealed: vault.seal(verifierContext(deviceKey), toBytes(value)) });
}

export function openDeviceVerifier(
  vault: Deps['vault'],
  device: Pick<Device, 'key'>,
  sealed: string,
): bigint {
  return fromBytes(vault.open(verifierContext(device.key), sealed));
}

export function verifierContext(deviceKey: string): string {
  return `device|${deviceKey}`;
}

function decode(text: string | undefined): Buffer | undefined {
  if (text === undefined || !BASE64.test(text)) return undefined;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 0 ? undefined : bytes;
}

function isNegative(bytes: Buffer): boolean {
  return bytes.readUInt8(0) >= 0x80;
}
