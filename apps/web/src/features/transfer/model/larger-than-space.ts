import type { TransferFailure } from './machine.ts';

/** Whether the file is larger than the whole quota, so that no deletion can make room for it. */
export function isLargerThanSpace({ facts }: TransferFailure): boolean {
  return Number(facts?.['needed']) > Number(facts?.['quota']);
}
