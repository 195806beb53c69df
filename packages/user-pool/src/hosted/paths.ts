/** Prefixes `path` with the path of `publicUrl`. Collapses leading slashes, because browsers read `//x` as a host. */
export function pagePath(publicUrl: string, path: string): string {
  return `${new URL(publicUrl).pathname.replace(/\/+$/, '')}${path}`.replace(/^\/+/, '/');
}
