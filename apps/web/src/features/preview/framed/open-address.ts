export function isLeadingAddress(address: string): boolean {
  return URL.canParse(address) && /^(?:https?|mailto):$/.test(new URL(address).protocol);
}

/** In a new tab without access to this one, and only after a click. */
export function openAddress(address: string): void {
  if (isLeadingAddress(address) && navigator.userActivation.isActive)
    open(address, '_blank', 'noopener,noreferrer');
}
