import { nameKey, nodeNameIssue } from '../names/node-name.ts';
import type { Space } from './spaces.ts';

/** The folder of items that were shared with the person without their space. */
export const SHARED_FOLDER = 'Shared with me';

/**
 * Spaces as folders with distinct names, for paths such as `Space/Folder/File`. The personal space always has its plain
 * name, and all other spaces of one name get the end of their id. So a path never leads to another space because
 * somebody shared one.
 */
export function nameSpaceFolders(
  spaces: readonly Space[],
): readonly { readonly name: string; readonly space: Space }[] {
  const byAge = spaces.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const personal = byAge.find(({ kind }) => kind === 'personal');
  const others = Map.groupBy(byAge, (space) => nameKey(folderName(space)));
  const isPlain = (space: Space): boolean => {
    const name = folderName(space);
    const isShared = (others.get(nameKey(name))?.length ?? 0) > 1 || nameKey(name) === nameKey(SHARED_FOLDER);
    // A name that ends like an added id could be that of another space.
    return space === personal || (!isShared && !/ \([0-9a-f]{6}\)$/i.test(name));
  };
  const named = byAge.map((space) => ({
    name: isPlain(space) ? folderName(space) : nameWithId(space),
    space,
  }));
  return named.toSorted((a, b) => Number(b.space === personal) - Number(a.space === personal));
}

function nameWithId(space: Space): string {
  return `${folderName(space)} (${space.id.slice(-6)})`;
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
