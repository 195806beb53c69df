import type { FormNotice } from './machine.ts';

// In memory only, never in URL, history or storage.

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
