import { BlockList, isIP, isIPv6 } from 'node:net';

/** Who is at the other end of a connection, as far as it can be known. */
export interface Client {
  readonly address: string;
  /** True when it is this machine or a trusted proxy itself, and nobody behind a proxy that we do not know. */
  readonly isOperator: boolean;
}

const UNKNOWN = '0.0.0.0';
const FORWARDS_MAX = 50;

/**
 * Tells the address of a client. `X-Forwarded-For` is read from its end, and believed as long as the speaker is a trusted proxy: what a client
 * itself writes into it stands before that and is never reached.
 */
export function createClientReader(
  trustedProxies: readonly string[],
): (remoteAddress: string | undefined, headers: Headers) => Client {
  const trusted = networks(trustedProxies);
  const loopback = networks(['127.0.0.0/8', '::1']);
  return (remoteAddress, headers) => {
    const forwards = (headers.get('x-forwarded-for') ?? '')
      .split(',', FORWARDS_MAX + 1)
      .filter((part) => part.trim() !== '');
    let address = plain(remoteAddress ?? UNKNOWN);
    let isHidden = headers.has('forwarded') || headers.has('x-forwarded-host');
    while (forwards.length > 0) {
      if (!holds(trusted, address) || forwards.length > FORWARDS_MAX) {
        isHidden = true;
        break;
      }
      const next = plain(forwards.pop() ?? '');
      if (isIP(next) === 0) {
        isHidden = true;
        break;
      }
      address = next;
    }
    return { address, isOperator: !isHidden && (holds(loopback, address) || holds(trusted, address)) };
  };
}

/** One customer has one IPv4 address, or a whole /64 of IPv6 to walk through. */
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

/** IPv4 inside IPv6 is IPv4; a port or a zone is no part of an address. */
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
