import { isReservedOnWindows, nameKey, numberedName } from '@coffer/contracts';

/** What some system refuses in a name, or takes for a way out of the folder. */
const UNSAFE = /[\\:*?"<>|\p{Cc}]/gu;

/** Gives each entry of a folder a name that every system takes, and no two the same, whatever their case. */
export class SafeNames {
  readonly #taken = new Map<string, Set<string>>();

  /** The path of `name` in the folder at `folder`, which is a path that this has given before (empty for the top). */
  pathOf(folder: string, name: string): string {
    const taken = this.#taken.get(folder) ?? new Set<string>();
    this.#taken.set(folder, taken);
    const wanted = safeName(name);
    let free = wanted;
    for (let number = 2; taken.has(nameKey(free)); number += 1) free = numberedName(wanted, number);
    taken.add(nameKey(free));
    return `${folder}${free}`;
  }
}

export function safeName(name: string): string {
  const plain = name.replaceAll(UNSAFE, '_').replace(/[. ]+$/, (end) => '_'.repeat(end.length));
  return isReservedOnWindows(plain) || plain === '' ? `_${plain}` : plain;
}
