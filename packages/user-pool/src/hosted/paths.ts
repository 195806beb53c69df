/** A path of the pages below the address that browsers find them at. Always a path, never another host. */
export function pagePath(publicUrl: string, path: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/+$/, '')}${path}`;
}
