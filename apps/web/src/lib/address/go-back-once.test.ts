import { afterEach, expect, test, vi } from 'vitest';
import { goBackOnce } from './go-back-once.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a second close of a file that a guest views does not leave the folder', () => {
  const page = new EventTarget();
  const back = vi.fn<() => void>();
  vi.stubGlobal('history', { state: null, back });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  goBackOnce();
  goBackOnce();
  expect(back).toHaveBeenCalledTimes(1);
  page.dispatchEvent(new Event('popstate'));
});
