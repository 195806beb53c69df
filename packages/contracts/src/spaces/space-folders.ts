import { nameKey, nodeNameIssue } from '../names/node-name.ts';
import type { Space } from './spaces.ts';

/**
 * Spaces as folders with distinct names, for paths such as `Space/Folder/File`. A later space of the same name gets the
 * end of its id.
 */
export function nameSpaceFolders(
  spaces: readonly Space[],
): readonly { readonly name: string; readonly space: Space }[] {
  const taken = new Set<string>();
  const byAge = spaces.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return byAge.map((space) => {
    const plain = folderName(space);
    const name = taken.has(nameKey(plain)) ? `${plain} (${space.id.slice(-6)})` : plain;
    taken.add(nameKey(name));
    return { name, space };
  });
}

/** Removes what a space name may contain but a folder name may not. */
function folderName(space: Space): string {
  const name = space.name
    .normalize('NFC')
    .replaceAll(/[/\\:*?"<>|]/g, '-')
    .trim()
    .replace(/\.+$/, '');
  return nodeNameIssue(name) === undefined ? name : `Space ${space.id.slice(-6)}`;
}
