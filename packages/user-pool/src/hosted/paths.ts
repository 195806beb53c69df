/** Adds the path of `publicUrl`. Never returns another host. */
export function pagePath(publicUrl: string, path: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/+$/, '')}${path}`;
}
