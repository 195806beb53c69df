export function isLeadingAddress(address: string): boolean {
  return URL.canParse(address) && /^(?:https?|mailto):$/.test(new URL(address).protocol);
}

/** In a new tab that knows nothing of this one, and only for somebody who has just pressed something. */
export function openAddress(address: string): void {
  if (isLeadingAddress(address) && navigator.userActivation.isActive)
    open(address, '_blank', 'noopener,noreferrer');
}
