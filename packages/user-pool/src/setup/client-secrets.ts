import { randomBytes } from 'node:crypto';
import { epochSeconds } from '../accounts/present.ts';
import type { ClientSecret } from '../store/client-records.ts';

/** One in use and one to replace it. */
export const SECRETS_MAX = 2;

/** `<client id>--<time>`, as at Cognito, with something more for two of one second. */
export function createSecretId(clientId: string, now: Date): string {
  return `${clientId}--${Math.floor(now.getTime() / 1000)}${randomBytes(3).readUIntBE(0, 3)}`;
}

/** `ClientSecretDescriptorType` without the value. */
export function presentSecret(secret: ClientSecret): object {
  return { ClientSecretId: secret.id, ClientSecretCreateDate: epochSeconds(secret.createdAt) };
}
