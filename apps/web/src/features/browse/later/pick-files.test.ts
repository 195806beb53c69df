import { afterEach, expect, test, vi } from 'vitest';
import { pickFiles } from './pick-files.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

type Pick = () => Promise<readonly Partial<FileSystemFileHandle>[]>;

/** What came of a click: the files, or the other choice. */
async function outcomesOf(pick: Pick | undefined, { isFine = true } = {}): Promise<readonly string[]> {
  vi.stubGlobal('showOpenFilePicker', pick);
  vi.stubGlobal('matchMedia', () => ({ matches: isFine }));
  const outcomes: string[] = [];
  await pickFiles(
    (files) => outcomes.push(...files.map(({ name }) => name)),
    () => outcomes.push('otherwise'),
  );
  return outcomes;
}

const handleOf = (name: string): Partial<FileSystemFileHandle> => ({
  getFile: async () => new File([], name),
});
const lost: Partial<FileSystemFileHandle> = {
  getFile: () => Promise.reject(new DOMException('it is gone', 'NotFoundError')),
};

test('what was chosen is handed on, without a file that went away meanwhile', async () => {
  expect(await outcomesOf(async () => [handleOf('a'), lost, handleOf('b')])).toEqual(['a', 'b']);
});

test('whoever closes the choice is not shown another one', async () => {
  const closed = new DOMException('The user aborted a request.', 'AbortError');
  expect(await outcomesOf(() => Promise.reject(closed))).toEqual([]);
});

test.each([
  new DOMException('within a frame of another origin', 'SecurityError'),
  new DOMException('by a policy', 'NotAllowedError'),
  new TypeError('by its options'),
])('a choice that the browser refuses with %s gives way to the other one', async (refusal) => {
  expect(await outcomesOf(() => Promise.reject(refusal))).toEqual(['otherwise']);
});

test('where there is none, or fingers point, it is the other one', async () => {
  expect(await outcomesOf(undefined)).toEqual(['otherwise']);
  expect(await outcomesOf(async () => [handleOf('a')], { isFine: false })).toEqual(['otherwise']);
});
