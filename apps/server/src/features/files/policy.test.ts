import { SPACE_ROLES, type SpaceRole } from '@coffer/contracts';
import { expect, test } from 'vitest';
import type { NodeRow } from './model.ts';
import { may, onlyMadeBy, type Verb } from './policy.ts';

const now = new Date('2030-01-02T00:00:00Z');
const node = (changes: Partial<NodeRow> = {}): NodeRow => ({
  space_id: 'space',
  id: 'node',
  parent_id: 'root',
  kind: 'file',
  name: 'a',
  name_key: 'a',
  name_sort: 'a',
  current_version_id: 'version',
  size_bytes: 1,
  media_type: 'text/plain',
  modified_at: now,
  created_by: 'somebody',
  created_at: now,
  trashed_at: null,
  purge_began_at: null,
  is_damaged: false,
  revision: 1,
  levels_below: 0,
  ...changes,
});
const asks = (role: SpaceRole, verb: Verb, subject = node()): boolean =>
  may({ actor: { id: 'me' }, role, now }, verb, subject);

test('roles allow exactly what the table says', () => {
  const table = Object.fromEntries(
    SPACE_ROLES.map((role) => [
      role,
      (['see', 'add', 'change', 'purge'] as const).filter((verb) => asks(role, verb)),
    ]),
  );
  expect(table).toEqual({
    viewer: ['see'],
    contributor: [],
    editor: ['see', 'add', 'change'],
    manager: ['see', 'add', 'change', 'purge'],
    owner: ['see', 'add', 'change', 'purge'],
  });
});

const verbs = (subject: NodeRow): readonly Verb[] =>
  (['see', 'add', 'change', 'purge'] as const).filter((verb) =>
    may({ actor: { id: 'me' }, role: 'contributing_viewer', now }, verb, subject),
  );

test('who contributes and views sees everything, and changes only their own', () => {
  expect(verbs(node())).toEqual(['see']);
  expect(verbs(node({ created_by: 'me' }))).toEqual(['see', 'add', 'change']);
  expect(onlyMadeBy('contributing_viewer', { id: 'me' })).toBeUndefined();
});

test('a contributor sees the root and their own nodes', () => {
  expect(asks('contributor', 'see', node({ parent_id: null }))).toBe(true);
  expect(asks('contributor', 'add', node({ parent_id: null }))).toBe(true);
  expect(asks('contributor', 'see', node({ created_by: 'me' }))).toBe(true);
  expect(onlyMadeBy('contributor', { id: 'me' })).toBe('me');
  expect(onlyMadeBy('viewer', { id: 'me' })).toBeUndefined();
});

const age = (ms: number) => node({ created_by: 'me', created_at: new Date(now.getTime() - ms) });

test('a contributor changes their own nodes for a day and not a moment longer', () => {
  const day = 24 * 60 * 60 * 1_000;
  expect(asks('contributor', 'change', age(day - 1))).toBe(true);
  expect(asks('contributor', 'change', age(day))).toBe(false);
});
