import { nameKey, numberedName } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { numberedNames } from './model.ts';
import { listTakenKeys } from './store.ts';

const NAMES_AT_ONCE = 50;
const NUMBER_MAX = 10_000;

/** `name`, or its first numbered form that is free in the folder. The space is locked, so it stays free. */
export async function freeName(
  tx: Tx,
  place: { readonly spaceId: string; readonly parentId: string; readonly name: string; readonly now: Date },
): Promise<string> {
  const { spaceId, parentId, name } = place;
  const free = async (names: readonly string[]): Promise<string | undefined> => {
    const taken = await listTakenKeys(tx, { spaceId, parentId, nameKeys: names.map(nameKey) });
    return names.find((candidate) => !taken.has(nameKey(candidate)));
  };
  const itself = await free([name]);
  if (itself !== undefined) return itself;
  for (let number = 2; number < NUMBER_MAX; number += NAMES_AT_ONCE) {
    const found = await free(numberedNames(name, number, NAMES_AT_ONCE));
    if (found !== undefined) return found;
  }
  // Ten thousand copies of one name: from here on the number is the moment, which nobody counts up to.
  return numberedName(name, place.now.getTime());
}
