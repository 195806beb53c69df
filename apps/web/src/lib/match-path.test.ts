import { expect, test } from 'vitest';
import { matchPath } from './match-path.ts';

test.each([
  ['/', '/', {}],
  ['/trash', '/trash', {}],
  ['/trash', '/trash/', {}],
  ['/trash', '/Trash', {}],
  ['/s/:space/:node?', '/s/A', { space: 'A', node: undefined }],
  ['/s/:space/:node?', '/s/A/b', { space: 'A', node: 'b' }],
  ['/s/:space/:node?/:view?', '/s/A/b/view', { space: 'A', node: 'b', view: 'view' }],
  ['/s/:space', '/s/%2e%2e', { space: '%2e%2e' }],
  ['/s/:space', '/s/__proto__', { space: '__proto__' }],
])('%s fits %s', (pattern, path, params) => {
  expect(matchPath(pattern, path)).toEqual(params);
});

test.each([
  ['/', '/trash'],
  ['/trash', '/'],
  ['/trash', '/trash/more'],
  ['/trash', '/trashes'],
  ['/s/:space', '/s'],
  ['/s/:space/:node?', '/s/a/b/c'],
  ['/s/:space', '/t/a'],
])('%s does not fit %s', (pattern, path) => {
  expect(matchPath(pattern, path)).toBeUndefined();
});
