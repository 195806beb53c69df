/**
 * Selects the oldest item of the address with the highest total weight, so that a flood from one address displaces its
 * own items first.
 */
export function oldestOfBusiestAddress<Item extends { readonly address: string }>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
): Item | undefined {
  const weights = new Map<string, number>();
  for (const item of items) weights.set(item.address, (weights.get(item.address) ?? 0) + weightOf(item));
  const heaviest = Math.max(...weights.values());
  return items.find(({ address }) => weights.get(address) === heaviest);
}

/** Groups IPv6 addresses by /64, the usual subnet of a subscriber. */
export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [front = [], back = []] = plain
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
