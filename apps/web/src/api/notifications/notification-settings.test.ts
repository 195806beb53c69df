import type { NotificationChoices } from './notification-settings.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeQueryCache } from '../calls/query-cache.ts';
import { changeNotificationSettings } from './notification-settings.ts';

interface Saved {
  choices: Record<string, unknown>;
  language: string | null;
}

let saved: Saved;
let open: (() => void)[];

beforeEach(() => {
  saved = { choices: {}, language: null };
  open = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (_: string, { body }: { readonly body?: string }) => {
    if (body !== undefined) {
      await new Promise<void>((resolve) => open.push(resolve));
      saved = JSON.parse(body) as Saved;
    }
    return new Response(JSON.stringify(saved));
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const choose =
  (kind: string, isOn: boolean) =>
  (now: NotificationChoices): NotificationChoices => ({
    ...now,
    choices: { ...now.choices, [kind]: isOn },
  });

test('choices made while others are saved lose none of them, and an undo takes back only its own', async () => {
  const cache = makeQueryCache();
  const changes = ['a', 'b', 'c'].map(
    async (kind) => await changeNotificationSettings(cache, choose(kind, true)),
  );
  for (const change of changes) {
    await vi.waitFor(() => expect(open).toHaveLength(1));
    open.shift()?.();
    await change;
  }
  expect(saved.choices).toEqual({ a: true, b: true, c: true });
  const undone = changeNotificationSettings(cache, choose('b', false));
  await vi.waitFor(() => expect(open).toHaveLength(1));
  open.shift()?.();
  await undone;
  expect(saved.choices).toEqual({ a: true, b: false, c: true });
});
