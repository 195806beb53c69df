import { isIP } from 'node:net';

/** Passkeys belong to a host name, never to an IP address (WebAuthn level 3, 5.1.2). */
export function mayHavePasskeys(appUrl: string): boolean {
  const { hostname } = new URL(appUrl);
  return isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
}
