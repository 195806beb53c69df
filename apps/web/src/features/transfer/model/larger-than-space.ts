import type { TransferFailure } from './machine.ts';

/** No deletion makes room for it. */
export function isLargerThanSpace({ facts }: TransferFailure): boolean {
  return Number(facts?.['needed']) > Number(facts?.['quota']);
}
