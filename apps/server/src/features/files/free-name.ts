import { nameKey, numberedName } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { numberedNames } from './model.ts';
import { listTakenKeys } from './store/nodes.ts';

const NAMES_AT_ONCE = 50;
const NUMBER_MAX = 10_000;

interface Wanted {
  readonly spaceId: string;
  readonly parentId: string;
  readonly name: string;
  readonly now: Date;
  /** Other taken keys. */
  readonly besides?: ReadonlySet<string>;
}

/** `name`, or its first free numbered form. The space lock keeps it free. */
export async function freeName(tx: Tx, wanted: Wanted): Promise<string> {
  const { name } = wanted;
  return (await firstFree(tx, wanted, [name])) === undefined
    ? numberedName(name, await freeNumber(tx, wanted, FIRST_NUMBER))
    : name;
}

const FIRST_NUMBER = 2;

/** The first free number from `from` on. After too many taken numbers, a timestamp is used. */
async function freeNumber(tx: Tx, wanted: Wanted, from: number): Promise<number> {
  for (let number = from; number < NUMBER_MAX; number += NAMES_AT_ONCE) {
    const found = await firstFree(tx, wanted, numberedNames(wanted.name, number, NAMES_AT_ONCE));
    if (found !== undefined) return number + found;
  }
  return Math.max(from, wanted.now.getTime());
}

/** The position of the first free name. */
async function firstFree(
  tx: Tx,
  { spaceId, parentId, besides }: Wanted,
  names: readonly string[],
): Promise<number | undefined> {
  const keys = names.map(nameKey);
  const taken = await listTakenKeys(tx, { spaceId, parentId, nameKeys: keys });
  const found = keys.findIndex((key) => !taken.has(key) && besides?.has(key) !== true);
  return found === -1 ? undefined : found;
}

const NUMBERS_BESIDES = 5;

/** Like `freeName`, for many taken names at once. One statement for all, unless many numbers of a name are taken. */
export async function freeNames(
  tx: Tx,
  { names, ...place }: Omit<Wanted, 'name' | 'besides'> & { readonly names: readonly string[] },
): Promise<readonly string[]> {
  const groups = Map.groupBy(names, (name) => name);
  const numbersOf = new Map([...groups].map(([name, { length }]) => [name, length + NUMBERS_BESIDES]));
  const nameKeys = [...numbersOf].flatMap(([name, numbers]) =>
    numberedNames(name, FIRST_NUMBER, numbers).map(nameKey),
  );
  const taken = new Set(await listTakenKeys(tx, { ...place, nameKeys }));
  const nextOf = new Map<string, number>();
  const found: string[] = [];
  for (const name of names) {
    const end = FIRST_NUMBER + (numbersOf.get(name) ?? 0);
    let number = nextOf.get(name) ?? FIRST_NUMBER;
    while (number < end && taken.has(nameKey(numberedName(name, number)))) number += 1;
    if (number >= end) number = await freeNumber(tx, { ...place, name, besides: taken }, number);
    const free = numberedName(name, number);
    taken.add(nameKey(free));
    nextOf.set(name, number + 1);
    found.push(free);
  }
  return found;
}
