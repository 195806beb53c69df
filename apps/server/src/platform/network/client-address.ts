import { BlockList, isIP, isIPv6 } from 'node:net';

export interface Client {
  readonly address: string;
  /** This machine or a trusted proxy itself. False when a proxy hides its client. */
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

/** A customer may have a whole /64 of IPv6. */
export function networkOf(address: string): string {
  const bare = plain(address);
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups = tail === undefined ? start : [...start, ...zeros(8 - start.length - end.length), ...end];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

function networks(list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const network of list) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    blocks.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return blocks;
}

function holds(blocks: BlockList, address: string): boolean {
  return blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Unwraps IPv4 in IPv6; removes port and zone. */
function plain(text: string): string {
  const address = text
    .trim()
    .replace(/^\[([^\]]*)\](:\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '');
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address) ? address.slice(7) : address;
}

function zeros(count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, () => '0');
}
