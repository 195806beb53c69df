import type { FeedItem } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { formatEntry } from './format-entry.ts';
import type { ActivityText } from './texts.ts';

const said: ActivityText = (key) => key;

const created = (parentId: string | null): FeedItem =>
  ({
    name: 'Field team',
    count: 1,
    action: { kind: 'created' },
    place: { parentId, kind: 'folder', isTrashed: false, spaceId: 'space' },
  }) as unknown as FeedItem;

test('a space is created, what it contains is added', () => {
  expect(formatEntry(said, created(null), '')).toBe('activity.created.space');
  expect(formatEntry(said, created('folder'), '')).toBe('activity.created');
});
