/** The entry after or before `current`, in a circle. Without `current` the first or the last one. */
export function neighbour<T>(list: readonly T[], current: T | undefined, step: 1 | -1): T | undefined {
  const at = current === undefined ? -1 : list.indexOf(current);
  if (at < 0) return list.at(step === 1 ? 0 : -1);
  return list[(at + step + list.length) % list.length];
}
