import { afterEach, expect, test, vi } from 'vitest';
import { closeOverList, goBackOnce } from './preview-history.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a second Escape does not leave the list, because the browser goes back later', () => {
  const page = new EventTarget();
  const back = vi.fn<() => void>();
  vi.stubGlobal('history', { state: 'from-list', back });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  closeOverList('/s/1');
  closeOverList('/s/1');
  expect(back).toHaveBeenCalledTimes(1);
  page.dispatchEvent(new Event('popstate'));
  closeOverList('/s/1');
  expect(back).toHaveBeenCalledTimes(2);
  page.dispatchEvent(new Event('popstate'));
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
