import { navigate } from '../lib/address/navigation.ts';

const FROM_LIST = 'from-list';

let isGoingBack = false;

export function openOverList(address: string): void {
  navigate(address, { state: FROM_LIST });
}

export function stepOverList(address: string): void {
  navigate(address, { isReplacing: true, state: isFromList() ? FROM_LIST : undefined });
}

/** Goes back if the list is the previous entry, or else replaces the file's entry. */
export function closeOverList(listAddress: string): void {
  // The browser goes back asynchronously, and a second Escape in between would leave the list.
  if (isGoingBack) return;
  if (!isFromList()) {
    navigate(listAddress, { isReplacing: true });
    return;
  }
  isGoingBack = true;
  const handleBack = (): void => {
    isGoingBack = false;
  };
  addEventListener('popstate', handleBack, { once: true });
  history.back();
}

function isFromList(): boolean {
  return history.state === FROM_LIST;
}
