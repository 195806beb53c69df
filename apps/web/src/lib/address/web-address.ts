/** Accepts only http(s): a `javascript:` URL would run in this page. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
