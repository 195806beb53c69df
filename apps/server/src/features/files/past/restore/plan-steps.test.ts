import { expect, test } from 'vitest';
import type { ChangedNode } from '../read-past.ts';
import { planSteps } from './plan-steps.ts';
import { TreeModel } from './tree-model.ts';

test('items that wait for the names of each other go back, however many they are', () => {
  const parentId = 'outer';
  const places = Array.from({ length: 10_000 }, (_, index) => ({
    id: `item ${index}`,
    parentId,
    name: `${index}`,
  }));
  const model = new TreeModel();
  const node = { space_id: 'space', kind: 'folder', trashed_at: null };
  const changed = places.map(({ id, ...was }) => ({ id, was, access: { node } }) as unknown as ChangedNode);
  model.add(parentId, { parentId: '', name: 'outer', isTrashed: false });
  // The first is in the trash, and each other one has the name of the one before it.
  for (const [index, { id }] of places.entries())
    model.add(id, { parentId, name: `${Math.max(0, index - 1)}`, isTrashed: index === 0 });
  const tree = {
    depths: new Map([[parentId, 0]]),
    same: [],
    changed: new Map(changed.map((each) => [each.id, each])),
  };
  expect(planSteps({ tree, model, spaceId: 'space', unique: 1 })).toMatchObject({ left: 0, lost: 0 });
  expect(places.map(({ id }) => ({ id, ...model.placeOf(id) }))).toMatchObject(places);
});
