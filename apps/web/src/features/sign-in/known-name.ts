import type { FormNotice } from './machine.ts';

// The name is kept in memory only, never in the URL, history or storage.

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
