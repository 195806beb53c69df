import type { LocatedNode } from '@coffer/contracts';

/** Name of the folder that contains the item, or else of its space. */
export function placeOf(
  { space, path }: LocatedNode,
  names: { readonly files: string; readonly shared: string },
): string {
  const folder = path.at(-1);
  if (folder !== undefined) return folder.name;
  if (space === null) return names.shared;
  return space.kind === 'personal' ? names.files : space.name;
}
