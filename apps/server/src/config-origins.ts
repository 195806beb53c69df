/** Over TLS, or without leaving this machine. */
export function isPrivate(origin: string): boolean {
  return origin.startsWith('https:') || isLoopback(origin);
}

/** Whether an origin names this machine, in any of the spellings that browsers treat as trustworthy. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  );
}
