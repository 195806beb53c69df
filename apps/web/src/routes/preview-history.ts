import { navigate } from '../lib/address/navigation.ts';

const FROM_LIST = 'from-list';

export function openOverList(address: string): void {
  navigate(address, { state: FROM_LIST });
}

export function stepOverList(address: string): void {
  navigate(address, { isReplacing: true, state: isFromList() ? FROM_LIST : undefined });
}

/** Goes back if the list is the previous entry, else replaces the file's entry. */
export function closeOverList(listAddress: string): void {
  if (isFromList()) history.back();
  else navigate(listAddress, { isReplacing: true });
}

function isFromList(): boolean {
  return history.state === FROM_LIST;
}
