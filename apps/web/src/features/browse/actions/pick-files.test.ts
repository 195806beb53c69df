import { afterEach, expect, test, vi } from 'vitest';
import { pickFiles } from './pick-files.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

type Pick = () => Promise<readonly Partial<FileSystemFileHandle>[]>;

async function outcomesOf(pick: Pick | undefined, { isFine = true } = {}): Promise<readonly string[]> {
  vi.stubGlobal('showOpenFilePicker', pick);
  vi.stubGlobal('matchMedia', () => ({ matches: isFine }));
  const outcomes: string[] = [];
  let chosen: Promise<readonly File[]> = Promise.resolve([]);
  await pickFiles(
    (open) => {
      chosen = open(() => true);
    },
    () => outcomes.push('otherwise'),
  );
  return [...outcomes, ...(await chosen).map(({ name }) => name)];
}

const handleOf = (name: string): Partial<FileSystemFileHandle> => ({
  getFile: async () => new File([], name),
});
const lost: Partial<FileSystemFileHandle> = {
  getFile: () => Promise.reject(new DOMException('it is gone', 'NotFoundError')),
};

test('chosen files are passed on, without those deleted meanwhile', async () => {
  expect(await outcomesOf(async () => [handleOf('a'), lost, handleOf('b')])).toEqual(['a', 'b']);
});

test('many files are opened in batches of a hundred, and no more after a cancellation', async () => {
  const handles = Array.from({ length: 250 }, (_, number) => handleOf(String(number)));
  expect(await outcomesOf(async () => handles)).toHaveLength(250);
  const seen: number[] = [];
  let opened: Promise<readonly File[]> = Promise.resolve([]);
  await pickFiles(
    (open) => {
      opened = open((count) => seen.push(count) < 3);
    },
    () => undefined,
  );
  expect([(await opened).length, seen]).toEqual([200, [0, 100, 200]]);
});

test('the choice is announced before the browser has opened the files', async () => {
  vi.stubGlobal('showOpenFilePicker', async () => [{ getFile: () => new Promise(() => undefined) }]);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  const announced: unknown[] = [];
  await pickFiles(
    (files) => announced.push(files),
    () => undefined,
  );
  expect(announced).toHaveLength(1);
});

test('cancelling the picker does not open another one', async () => {
  const closed = new DOMException('The user aborted a request.', 'AbortError');
  expect(await outcomesOf(() => Promise.reject(closed))).toEqual([]);
});

test.each([
  new DOMException('within a frame of another origin', 'SecurityError'),
  new DOMException('by a policy', 'NotAllowedError'),
  new TypeError('by its options'),
])('if the browser rejects the picker with %s, the fallback is used', async (refusal) => {
  expect(await outcomesOf(() => Promise.reject(refusal))).toEqual(['otherwise']);
});

test('without support, or with a touch screen, the fallback is used', async () => {
  expect(await outcomesOf(undefined)).toEqual(['otherwise']);
  expect(await outcomesOf(async () => [handleOf('a')], { isFine: false })).toEqual(['otherwise']);
});
