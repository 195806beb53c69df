import { knownName } from '../known-name.ts';
import { useText } from './texts.ts';

/** The typed name: an address from the server could reveal that the account exists. */
export function useSentTo(): string {
  const text = useText();
  const { username } = knownName();
  return username === '' ? text('accounts.sent') : text('accounts.sentTo', { name: username });
}
