import { isIP } from 'node:net';
import { holds, ipv6Groups, networks } from './ip-networks.ts';

export interface Client {
  readonly address: string;
  /**
   * Whether this machine or a trusted proxy itself makes the request. False if headers show that it acts for a client.
   */
  readonly isOperator: boolean;
}

const UNKNOWN = '0.0.0.0';
/** Headers that reveal a proxy. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/** Reads `X-Forwarded-For` from its end while the last address is a trusted proxy. The client can forge the rest. */
export function createClientReader(
  trustedProxies: readonly string[],
): (remoteAddress: string | undefined, headers: Headers) => Client {
  const trusted = networks(trustedProxies);
  const loopback = networks(['127.0.0.0/8', '::1']);
  return (remoteAddress, headers) => {
    // Empty elements count; otherwise a client could shift the list.
    const forwards = headers.get('x-forwarded-for')?.split(',') ?? [];
    let address = plain(remoteAddress ?? UNKNOWN);
    while (forwards.length > 0 && holds(trusted, address)) {
      const next = plain(forwards.at(-1) ?? '');
      if (isIP(next) === 0) break;
      address = next;
      forwards.pop();
    }
    const isHidden = forwards.length > 0 || PROXY_HEADERS.some((name) => headers.has(name));
    return { address, isOperator: !isHidden && (holds(loopback, address) || holds(trusted, address)) };
  };
}

/** The network by which clients are counted: for IPv6 its /64, because one customer may have a whole one. */
export function networkOf(address: string): string {
  const bare = plain(address);
  const groups = ipv6Groups(bare);
  if (groups === undefined) return bare;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Unwraps IPv4 in IPv6, and removes port and zone. */
function plain(text: string): string {
  const address = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}
