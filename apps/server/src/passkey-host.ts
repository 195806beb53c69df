import { isIP } from 'node:net';

/** Whether pages of this address can have passkeys: they belong to a host name, never to a bare address (WebAuthn level 3, 5.1.2). */
export function mayHavePasskeys(appUrl: string): boolean {
  const { hostname } = new URL(appUrl);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
}
