import { BlockList, isIP, isIPv6 } from 'node:net';

/** A block list of IP addresses and networks such as `10.0.0.0/8`. */
export function networks(list: readonly string[]): BlockList {
  const blocks = new BlockList();
  for (const network of list) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    blocks.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family);
  }
  return blocks;
}

export function holds(blocks: BlockList, address: string): boolean {
  return blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** The eight groups of an IPv6 address, which may end in IPv4 notation. Undefined for anything else. */
export function ipv6Groups(address: string): readonly number[] | undefined {
  if (!isIPv6(address)) return undefined;
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const start = groupsOf(head);
  const end = groupsOf(tail ?? '');
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => 0);
  return [...start, ...zeros, ...end];
}

function groupsOf(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
