import type { Mentioned } from './mention-text.ts';

export interface Found extends Mentioned {
  /** Email address. Empty if it is unknown. */
  readonly address: string;
}

/**
 * The people whose name or address contains the words. Writers come first, because they are known before the others,
 * who would otherwise take their places later.
 */
export function peopleOf(
  writers: readonly Mentioned[],
  others: readonly Found[],
  words: string,
): readonly Found[] {
  const has = (value: string): boolean => value.toLowerCase().includes(words.toLowerCase());
  const addresses = new Map(others.map(({ id, address }) => [id, address]));
  const named = writers
    .filter(({ name }) => has(name))
    .map((person) => ({ ...person, address: addresses.get(person.id) ?? '' }));
  const shown = new Set(named.map(({ id }) => id));
  return [...named, ...others.filter(({ id, name, address }) => !shown.has(id) && has(`${name} ${address}`))];
}
