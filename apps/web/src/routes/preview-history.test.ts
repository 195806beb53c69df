import { afterEach, expect, test, vi } from 'vitest';
import { closeOverList } from './preview-history.ts';

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
