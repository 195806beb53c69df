import { expect, test } from 'vitest';
import { NodeId, SpaceId } from '../ids.ts';
import { nameSpaceFolders } from './space-folders.ts';
import type { Space } from './spaces.ts';

const id = (end: string): string => `01890000-0000-7000-8000-000000${end}`;

function space(end: string, name: string, kind: Space['kind'] = 'team'): Space {
  const bytes = { quotaBytes: 0, usedBytes: 0, reservedBytes: 0, heldBytes: 0, purgedBytes: 0 };
  return {
    ...bytes,
    id: SpaceId.parse(id(end)),
    rootId: NodeId.parse(id(end)),
    name,
    kind,
    description: '',
    color: 'green',
    role: 'editor',
    isOnHold: false,
    revision: 1,
  };
}

const namesOf = (...spaces: readonly Space[]): Record<string, string> =>
  Object.fromEntries(nameSpaceFolders(spaces).map((named) => [named.name, named.space.id.slice(-6)]));

test('the personal space keeps its name, whatever older spaces are called', () => {
  const older = space('00000a', 'personal');
  const own = space('00000b', 'Personal', 'personal');
  expect(namesOf(own)).toEqual({ Personal: '00000b' });
  expect(namesOf(older, own)).toEqual({ Personal: '00000b', 'personal (00000a)': '00000a' });
});

test('no space of a shared name has the plain name', () => {
  const [one, two] = [space('00000a', 'Projects'), space('00000b', 'PROJECTS')];
  expect(namesOf(two)).toEqual({ PROJECTS: '00000b' });
  expect(namesOf(one, two)).toEqual({ 'Projects (00000a)': '00000a', 'PROJECTS (00000b)': '00000b' });
});

test('a space cannot be called like another with its id, nor like the folder of shared items', () => {
  const twins = [space('00000a', 'Projects'), space('00000b', 'Projects')];
  expect(namesOf(space('000001', 'Projects (00000b)'), ...twins)).toEqual({
    'Projects (00000a)': '00000a',
    'Projects (00000b)': '00000b',
    'Projects (00000b) (000001)': '000001',
  });
  expect(namesOf(space('00000a', 'Shared with me'))).toEqual({ 'Shared with me (00000a)': '00000a' });
});
