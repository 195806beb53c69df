import { nameKey, numberedName } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { numberedNames } from './model.ts';
import { listTakenKeys } from './store/nodes.ts';

const NAMES_AT_ONCE = 50;
const NUMBER_MAX = 10_000;

/** `name` or its first free numbered form. The space lock keeps it free. `besides`: other taken keys. */
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
  // After too many copies the number is a timestamp.
  return numberedName(name, place.now.getTime());
}
