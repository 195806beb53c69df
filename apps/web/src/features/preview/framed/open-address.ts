export function isLeadingAddress(address: string): boolean {
  return URL.canParse(address) && /^(?:https?|mailto):$/.test(new URL(address).protocol);
}

/** Opens a safe URL in a new tab that cannot access this one. Does nothing unless the person has just clicked. */
export function openAddress(address: string): void {
  if (isLeadingAddress(address) && navigator.userActivation.isActive)
    open(address, '_blank', 'noopener,noreferrer');
}
