/** Whether an address is that of a page: one of another kind, such as `javascript:`, would run in this one. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
