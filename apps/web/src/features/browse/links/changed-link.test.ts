import type { PublicLink } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { changedLink } from './changed-link.ts';
import type { LinkFacts } from './read-link-form.ts';

// oxlint-disable typescript/no-unsafe-type-assertion -- only the members that the form shows
const LINK = { label: 'Plans', downloadsMax: 5, bytesMax: null, request: null } as PublicLink;
const FACTS: LinkFacts = {
  kind: 'download',
  label: 'Plans',
  password: undefined,
  expiresAt: undefined,
  downloadsMax: 5,
  bytesMax: null,
  request: undefined,
};
const TERMS = {
  message: 'Please',
  asksName: true,
  asksEmail: false,
  filesMax: 10,
  bytesMax: null,
  kinds: ['image' as const, 'document' as const],
};
const REQUEST = { ...LINK, request: { ...TERMS, files: 3, sizeBytes: 9 } } as PublicLink;

test('what the person leaves alone is not sent', () => {
  expect(changedLink({ opened: LINK, now: LINK }, FACTS)).toEqual({});
  expect(changedLink({ opened: LINK, now: LINK }, { ...FACTS, label: 'Plan' })).toEqual({ label: 'Plan' });
  const limits = { downloadsMax: null, bytesMax: 7, password: null, expiresAt: '2026-01-01T00:00:00.000Z' };
  expect(changedLink({ opened: LINK, now: LINK }, { ...FACTS, ...limits })).toEqual(limits);
});

test('a change of the title of a request keeps its terms', () => {
  const kinds = TERMS.kinds.toReversed();
  const facts = { ...FACTS, label: 'Photos', downloadsMax: null, request: { ...TERMS, kinds } };
  expect(changedLink({ opened: REQUEST, now: REQUEST }, facts)).toEqual({ label: 'Photos' });
});

test('a changed term keeps the terms that another person has changed meanwhile', () => {
  const now = {
    ...REQUEST,
    request: { ...TERMS, filesMax: 2, kinds: [], files: 4, sizeBytes: 9 },
  } as PublicLink;
  const facts = { ...FACTS, downloadsMax: null, request: { ...TERMS, message: 'Thanks' } };
  expect(changedLink({ opened: REQUEST, now }, facts)).toEqual({
    request: { ...TERMS, message: 'Thanks', filesMax: 2, kinds: [] },
  });
});
