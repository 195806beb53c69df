/** True over TLS or loopback. */
export function isSecureOrigin(origin: string): boolean {
  return origin.startsWith('https:') || isLoopback(origin);
}

/** Covers all spellings of loopback that browsers treat as trustworthy. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
