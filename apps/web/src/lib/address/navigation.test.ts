import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastArrival, navigate, onNavigation, takeArrivalFocus, trackNavigation } from './navigation.ts';

let visited: string[] = [];
const events = new EventTarget();

beforeEach(() => {
  visited = [];
  const record = (how: string) => (_state: unknown, _title: string, to: string) =>
    visited.push(`${how} ${to}`);
  vi.stubGlobal('history', { pushState: record('push'), replaceState: record('replace') });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a navigation changes the address and notifies listeners once', () => {
  const seen: string[] = [];
  const leave = onNavigation(() => seen.push(lastArrival()));
  navigate('/trash');
  navigate('/', { isReplacing: true });
  expect(visited).toEqual(['push /trash', 'replace /']);
  expect(seen).toEqual(['push', 'push']);
  leave();
  navigate('/trash');
  expect(seen).toHaveLength(2);
});

test('going back is distinguished from following a link', () => {
  trackNavigation();
  let calls = 0;
  onNavigation(() => {
    calls += 1;
  });
  navigate('/trash');
  expect(lastArrival()).toBe('push');
  events.dispatchEvent(new Event('popstate'));
  expect(lastArrival()).toBe('pop');
  expect(calls).toBe(2);
});

test('the focus is taken once per navigation, and never after going back', () => {
  trackNavigation();
  navigate('/trash');
  expect([takeArrivalFocus(), takeArrivalFocus()]).toEqual([true, false]);
  navigate('/', { isReplacing: true });
  expect(takeArrivalFocus()).toBe(true);
  events.dispatchEvent(new Event('popstate'));
  expect(takeArrivalFocus()).toBe(false);
});
