import { isReservedOnWindows, nameKey, numberedName } from '@coffer/contracts';

/** Characters that are invalid in names on at least one system. */
const UNSAFE = /[\\:*?"<>|\p{Cc}]/gu;

/** Assigns names that are valid on every system and unique regardless of case. */
export class SafeNames {
  readonly #taken = new Map<string, Set<string>>();

  /** `folder` is a path that this method returned, or empty for the root. */
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
