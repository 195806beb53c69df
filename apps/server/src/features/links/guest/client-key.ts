import { createHmac } from 'node:crypto';
import { networkOf } from '../../../platform/network/client-address.ts';
import type { Guest } from './open-link.ts';

/**
 * A key for the network of a guest. The token is part of it and is not stored, so the database alone reveals no
 * network.
 */
export function clientKeyOf({ token, address }: Guest): string {
  return createHmac('sha256', token)
    .update(`coffer.link.client.${networkOf(address)}`)
    .digest('hex');
}
