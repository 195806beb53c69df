import type { Log } from '../../platform/log/log.ts';

const NAMES_MAX = 1_000;
const reported = new Set<string>();

/** Logs each group of the pool that is left out because of its slash, once in the life of a process. */
export function reportLeftOut(
  log: Pick<Log, 'warn'>,
  { names, prefix }: { readonly names: readonly string[]; readonly prefix: string },
): void {
  if (prefix !== '') return;
  for (const name of names) {
    if (!name.includes('/') || reported.has(name) || reported.size >= NAMES_MAX) continue;
    reported.add(name);
    log.warn('group_left_out', { group: name });
  }
}
