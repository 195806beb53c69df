import { nameKey, numberedName } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { numberedNames } from './model.ts';
import { listTakenKeys } from './store/nodes.ts';

const NAMES_AT_ONCE = 50;
const NUMBER_MAX = 10_000;

/** `name`, or its first free numbered form. `besides` holds other taken keys; the space lock keeps the name free. */
export async function freeName(
  tx: Tx,
  place: {
    readonly spaceId: string;
    readonly parentId: string;
    readonly name: string;
    readonly now: Date;
    readonly besides?: ReadonlySet<string>;
  },
): Promise<string> {
  const { spaceId, parentId, name } = place;
  const free = async (names: readonly string[]): Promise<string | undefined> => {
    const taken = await listTakenKeys(tx, { spaceId, parentId, nameKeys: names.map(nameKey) });
    return names.find(
      (candidate) => !taken.has(nameKey(candidate)) && place.besides?.has(nameKey(candidate)) !== true,
    );
  };
  const itself = await free([name]);
  if (itself !== undefined) return itself;
  for (let number = 2; number < NUMBER_MAX; number += NAMES_AT_ONCE) {
    const found = await free(numberedNames(name, number, NAMES_AT_ONCE));
    if (found !== undefined) return found;
  }
  // After too many taken numbers, a timestamp is used.
  return numberedName(name, place.now.getTime());
}

const FIRST_NUMBERS = 5;

const firstOf = (name: string): readonly string[] => numberedNames(name, 2, FIRST_NUMBERS);

/** Like `freeName`, for many taken names at once. */
export async function freeNames(
  tx: Tx,
  {
    names,
    ...place
  }: {
    readonly spaceId: string;
    readonly parentId: string;
    readonly names: readonly string[];
    readonly now: Date;
  },
): Promise<readonly string[]> {
  const nameKeys = names.flatMap((name) => firstOf(name).map(nameKey));
  const taken = new Set(await listTakenKeys(tx, { ...place, nameKeys }));
  const found: string[] = [];
  for (const name of names) {
    const first = firstOf(name).find((candidate) => !taken.has(nameKey(candidate)));
    const free = first ?? (await freeName(tx, { ...place, name, besides: taken }));
    taken.add(nameKey(free));
    found.push(free);
  }
  return found;
}
