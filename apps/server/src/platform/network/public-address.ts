import { isIP } from 'node:net';
import { holds, ipv6Groups, networks } from './ip-networks.ts';

/**
 * Networks outside the public Internet, and the address of Azure's host, which looks public.
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const INTERNAL_IPV4 = networks([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
/**
 * Everything assigned to the public Internet. `INTERNAL_IPV6` lists the exceptions: tunnels, examples and benchmarks.
 */
const PUBLIC_IPV6 = networks(['2000::/3']);
const INTERNAL_IPV6 = networks(['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']);
/** IPv4 embedded in IPv6: mapped addresses, and the well-known prefix of NAT64. */
const WITH_IPV4 = networks(['::ffff:0:0/96', '64:ff9b::/96']);
const LOOPBACK = networks(['127.0.0.0/8', '::1']);

export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && holds(LOOPBACK, plainAddress(address));
}

/**
 * Whether the server may call an IP address that a person chose. `allowed` lists the internal networks that the
 * operator permits.
 */
export function createAddressRule(allowed: readonly string[]): (address: string) => boolean {
  const named = networks(allowed);
  return (address) => {
    if (isIP(address) === 0) return false;
    const judged = plainAddress(address);
    if (holds(named, judged)) return true;
    if (isIP(judged) === 4) return !holds(INTERNAL_IPV4, judged);
    return holds(PUBLIC_IPV6, judged) && !holds(INTERNAL_IPV6, judged);
  };
}

/** Removes the zone, and unwraps IPv4 in IPv6. */
function plainAddress(text: string): string {
  const address = text.replace(/%.*$/, '');
  const groups = ipv6Groups(address);
  if (groups === undefined || !holds(WITH_IPV4, address)) return address;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
