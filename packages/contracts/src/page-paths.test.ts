import { expect, test } from 'vitest';
import { isPage, matchPath } from './page-paths.ts';

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

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

test.each([
  '/',
  `/s/${ID}`,
  `/s/${ID}/${ID}`,
  `/s/${ID}/${ID}/view`,
  '/trash/',
  `/trash/${ID}`,
  `/largest/${ID}`,
  '/Settings/Profile',
  '/admin/storage',
  '/admin/groups',
  `/admin/groups/${ID}`,
  '/sign-in/challenge',
  '/auth/callback',
])('%s is a page', (path) => {
  expect(isPage(path)).toBe(true);
});

test.each([
  '/nowhere',
  '/s',
  '/s/anything',
  `/s/${ID}/anything`,
  `/s/${ID}/${ID}/edit`,
  `/s/${ID}/${ID}/view/more`,
  '/trash/anything',
  `/trash/${ID}/${ID}`,
  '/largest',
  '/settings/nothing',
  '/sign-in/other',
  '/__proto__',
])('%s is not a page', (path) => {
  expect(isPage(path)).toBe(false);
});
