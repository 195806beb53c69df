import type { FormNotice } from './machine.ts';

// What one page outside hands to the next, so that nobody types a name twice. It lives in the memory of the page: no address, no
// history and no storage has it.

interface Known {
  readonly username: string;
  readonly notice: FormNotice | undefined;
}

let known: Known = { username: '', notice: undefined };

export function keepName(username: string, notice?: FormNotice): void {
  known = { username, notice };
}

export function knownName(): Known {
  return known;
}
