/**
 * Who has to make room: the first of those whose address has most, all together. So whoever comes with many loses one of his own, and others
 * stay; where all have the same address, as behind a proxy, the first has had most time.
 */
export function firstOfHeaviest<Item extends { readonly address: string }>(
  items: readonly Item[],
  weightOf: (item: Item) => number,
): Item | undefined {
  const weights = new Map<string, number>();
  for (const item of items) weights.set(item.address, (weights.get(item.address) ?? 0) + weightOf(item));
  const heaviest = Math.max(...weights.values());
  return items.find(({ address }) => weights.get(address) === heaviest);
}

/** What counts as one address: of IPv6, the 64 bits that a subscriber is given; of IPv4, all. */
export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [front = [], back = []] = plain
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}
