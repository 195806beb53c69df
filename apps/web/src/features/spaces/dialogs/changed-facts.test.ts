import { expect, test } from 'vitest';
import { changedFacts } from './changed-facts.ts';

const BEFORE = { name: 'Atelier', description: 'Drawings', color: 'green' } as const;

test('only what was changed in the form is sent', () => {
  expect(changedFacts(BEFORE, BEFORE)).toEqual({});
  expect(changedFacts(BEFORE, { ...BEFORE, description: '' })).toEqual({ description: '' });
  expect(changedFacts(BEFORE, { ...BEFORE, name: 'Workshop', color: 'blue' })).toEqual({
    name: 'Workshop',
    color: 'blue',
  });
});
