export function isLeadingAddress(address: string): boolean {
  return URL.canParse(address) && /^(?:https?|mailto):$/.test(new URL(address).protocol);
}

/** Opens a new tab without access to this one, only after a click. */
export function openAddress(address: string): void {
  if (isLeadingAddress(address) && navigator.userActivation.isActive)
    open(address, '_blank', 'noopener,noreferrer');
}
