import { beforeEach, expect, test } from 'vitest';
import {
  dismissAllToasts,
  dismissToast,
  listToasts,
  onToastsChange,
  showToast,
  toastStaysMs,
} from './toast-store.ts';

const texts = (): readonly string[] => listToasts().map(({ text }) => text);

beforeEach(() => dismissAllToasts());

test('a toast stays eight seconds, longer with an action, and a failure until it is dismissed', () => {
  expect(toastStaysMs({ text: 'Saved' })).toBe(8_000);
  expect(toastStaysMs({ text: 'Moved', action: { label: 'Undo', onPress: () => undefined } })).toBe(15_000);
  expect(toastStaysMs({ text: 'Failed', tone: 'danger' })).toBeUndefined();
});

test('a newer toast with the same key replaces the older', () => {
  showToast({ text: 'Copying', key: 'copy' });
  showToast({ text: 'Other' });
  showToast({ text: 'Copied', key: 'copy' });
  expect(texts()).toEqual(['Other', 'Copied']);
});

test('toasts without a key do not replace each other', () => {
  showToast({ text: 'One' });
  showToast({ text: 'One' });
  expect(texts()).toEqual(['One', 'One']);
});

test('of more than four the oldest is removed first, failures last', () => {
  showToast({ text: 'Failure', tone: 'danger' });
  for (const text of ['a', 'b', 'c', 'd']) showToast({ text });
  expect(texts()).toEqual(['Failure', 'b', 'c', 'd']);
});

test('of more than four failures the oldest leaves', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e']) showToast({ text, tone: 'danger' });
  expect(texts()).toEqual(['b', 'c', 'd', 'e']);
});

test('listeners get each change until they unsubscribe', () => {
  let changes = 0;
  const leave = onToastsChange(() => {
    changes += 1;
  });
  const id = showToast({ text: 'One' });
  dismissToast(id);
  leave();
  showToast({ text: 'Two' });
  expect(changes).toBe(2);
});
