import { createHash, randomUUID } from 'node:crypto';
import { DAY_MS } from '@coffer/kit';
import { z } from 'zod';
import { type Cipher, tryOpen } from '../../../platform/secrets/cipher.ts';
import type { Services } from '../../../services.ts';

/** Less than the 400 days that browsers allow. */
export const DEVICE_LIFE_MS = 180 * DAY_MS;
/** The maximum number of names per device. The least recent one is removed. */
const NAMES_MAX = 5;
const PURPOSE = 'cookie.device';

const Device = z.object({
  id: z.uuid(),
  names: z.array(z.string().max(64)).max(NAMES_MAX),
  untilMs: z.number(),
});
type Device = z.infer<typeof Device>;

type Needs = Pick<Services, 'cipher' | 'clock'>;

/**
 * Returns the device cookie with this name added. It is sealed, contains no name and gives no access: it only separates
 * rate limits. [Note: Limits by name and network]
 * @see https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export function rememberDevice(
  { cipher, clock }: Needs,
  { cookie, username }: { readonly cookie: string | undefined; readonly username: string },
): string {
  const nowMs = clock.now().getTime();
  const device = openDevice(cipher, cookie, nowMs) ?? { id: randomUUID(), names: [] };
  const name = fingerprint(username);
  const names = [name, ...device.names.filter((known) => known !== name)].slice(0, NAMES_MAX);
  const next: Device = { id: device.id, names, untilMs: nowMs + DEVICE_LIFE_MS };
  return cipher.seal(JSON.stringify(next), PURPOSE);
}

export function findKnownDevice(
  { cipher, clock }: Needs,
  { cookie, username }: { readonly cookie: string | undefined; readonly username: string },
): string | undefined {
  const device = openDevice(cipher, cookie, clock.now().getTime());
  return device?.names.includes(fingerprint(username)) === true ? device.id : undefined;
}

export function normalizeName(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

function openDevice(cipher: Cipher, cookie: string | undefined, nowMs: number): Device | undefined {
  const text = cookie === undefined ? undefined : tryOpen(cipher, cookie, PURPOSE);
  if (text === undefined) return undefined;
  const device = Device.parse(JSON.parse(text));
  return device.untilMs > nowMs ? device : undefined;
}

function fingerprint(username: string): string {
  return createHash('sha256').update(normalizeName(username)).digest('base64url').slice(0, 22);
}
