import { randomBytes } from 'node:crypto';
import { epochSeconds } from '../accounts/present.ts';
import type { ClientSecret } from '../store/client-records.ts';

export const SECRETS_MAX = 2;

/** `<client id>--<time>`, as at Cognito, plus random digits for uniqueness. */
export function createSecretId(clientId: string, now: Date): string {
  return `${clientId}--${Math.floor(now.getTime() / 1000)}${randomBytes(3).readUIntBE(0, 3)}`;
}

/** `ClientSecretDescriptorType` without the value. */
export function presentSecret(secret: ClientSecret): object {
  return { ClientSecretId: secret.id, ClientSecretCreateDate: epochSeconds(secret.createdAt) };
}
