import { knownName } from '../known-name.ts';
import { useText } from './texts.ts';

/** Where the code went, by what was typed: what the server tells of an address could tell that there is an account. */
export function useSentTo(): string {
  const text = useText();
  const { username } = knownName();
  return username === '' ? text('accounts.sent') : text('accounts.sentTo', { name: username });
}
