import type { FormNotice } from './machine.ts';

// What one page outside hands to the next, so that nobody types a name twice. It lives in the memory of the page: no address, no
// history and no storage has it.

interface Known {
  readonly username: string;
  readonly notice: FormNotice | undefined;
  /** Where the last code went, as far as the server tells. */
  readonly destination: string | null;
}

const NOTHING: Known = { username: '', notice: undefined, destination: null };
let known = NOTHING;

export function keepName(username: string, more: Partial<Omit<Known, 'username'>> = {}): void {
  known = { ...NOTHING, username, ...more };
}

export function knownName(): Known {
  return known;
}
