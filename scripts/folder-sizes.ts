import { dirname } from 'node:path';

export const FOLDER_FILES_MAX = 25;

/** Ceilings; only ever reduce them. */
export const LARGER_FOLDERS: Readonly<Record<string, number>> = {
  'apps/web/src/api': 30,
  'apps/web/src/lib': 40,
  'apps/web/src/routes': 40,
  'apps/web/src/ui': 45,
  'e2e/src': 30,
};

/** A migration is never removed, so this folder only grows. */
const GROWS = 'apps/server/src/migrations';

const SOURCE = /\.(?:ts|tsx|js|mjs)$/;
const FOR_TESTS =
  /\.(?:test|spec|contract|world|journey)\.tsx?$|^packages\/[^/]+\/src\/testing\/|^apps\/server\/test\//;

export function oversizedFolders(
  files: readonly string[],
  ceilings: Readonly<Record<string, number>> = LARGER_FOLDERS,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((path) => SOURCE.test(path) && !FOR_TESTS.test(path))) {
    const folder = dirname(file);
    if (folder === GROWS) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    const max = ceilings[folder] ?? FOLDER_FILES_MAX;
    return count > max ? [`${folder}: ${count} source files, ${max} at most; open a folder in it`] : [];
  });
}
