import { dirname } from 'node:path';

const FOLDER_FILES_MAX = 25;

/** A migration is never removed, so this folder only grows. */
const GROWS = 'apps/server/src/migrations';

const SOURCE = /\.(?:ts|tsx|js|mjs)$/;
const FOR_TESTS =
  /\.(?:test|spec|contract|world|journey)\.tsx?$|^packages\/[^/]+\/src\/testing\/|^apps\/server\/test\//;

export function oversizedFolders(files: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const file of files.filter((path) => SOURCE.test(path) && !FOR_TESTS.test(path))) {
    const folder = dirname(file);
    if (folder === GROWS) continue;
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => {
    return count > FOLDER_FILES_MAX
      ? [`${folder}: ${count} source files, ${FOLDER_FILES_MAX} at most; open a folder in it`]
      : [];
  });
}
