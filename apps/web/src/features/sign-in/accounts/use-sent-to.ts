import { knownName } from '../known-name.ts';
import { useText } from './texts.ts';

/** Names the typed username, because an email address from the server could reveal that the account exists. */
export function useSentTo(): string {
  const text = useText();
  const { username } = knownName();
  return username === '' ? text('accounts.sent') : text('accounts.sentTo', { name: username });
}
