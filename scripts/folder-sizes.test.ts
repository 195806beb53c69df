import { expect, test } from 'vitest';
import { oversizedFolders } from './folder-sizes.ts';

const files = (folder: string, count: number, ending = '.ts'): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`);

test('a folder holds 25 source files and no more', () => {
  expect(oversizedFolders(files('packages/kit/src', 25))).toEqual([]);
  expect(oversizedFolders([...files('a/b', 25), 'a/b/one-more.tsx'])).toEqual([
    'a/b: 26 source files, 25 at most; open a folder in it',
  ]);
});

test('tests, worlds, documents and subfolders are not counted', () => {
  const others = ['.test.ts', '.spec.ts', '.contract.ts', '.world.ts', '.md', '.json'].flatMap((ending) =>
    files('a/b', 10, ending),
  );
  expect(oversizedFolders([...files('a/b', 25), ...others, ...files('a/b/c', 20)])).toEqual([]);
});
