import { type IssueCode, NodeId, nodeNameIssue } from '@coffer/contracts';
import { expect, test } from 'vitest';
import type { Transfer } from './machine.ts';
import { issueOf, refusedNameOf, suggestedName, visibleName } from './refused-name.ts';

function failed(path: readonly string[], code: string): Transfer {
  return {
    id: 'id',
    batchId: 'batch',
    name: path.at(-1) ?? '',
    path,
    sizeBytes: 1,
    phase: 'failed',
    sentBytes: 0,
    conflict: 'ask',
    uploadId: undefined,
    node: undefined,
    failure: { code },
    lack: undefined,
    isSafe: false,
  };
}

test('the name at fault is that of the file, or of the first folder above it that nothing may be called', () => {
  expect(refusedNameOf(failed(['a\u0001.txt'], 'invalid_request'))).toEqual({
    at: 0,
    name: 'a\u0001.txt',
    issue: 'name_control',
    isFolder: false,
  });
  expect(refusedNameOf(failed(['ok', 'end.', 'a .'], 'invalid_request'))).toMatchObject({
    at: 1,
    name: 'end.',
    isFolder: true,
  });
  expect(refusedNameOf(failed(['ok', 'a.txt'], 'invalid_request'))).toBeUndefined();
});

test('a taken name is that of the file, or of the folder that could not be made', () => {
  const inside = failed(['album', 'in', 'a.txt'], 'name_taken');
  expect(refusedNameOf(inside)).toMatchObject({ at: 2, issue: 'name_taken', isFolder: false });
  for (const at of [0, 1, 2]) {
    const refused = refusedNameOf({ ...inside, failure: { code: 'name_taken', at } });
    expect(refused).toMatchObject({ at, name: inside.path[at], isFolder: true });
  }
});

test('what failed for another reason, or did not fail, has no name at fault', () => {
  expect(refusedNameOf(failed(['a\u0001.txt'], 'network'))).toBeUndefined();
  const done = { id: NodeId.parse('00000000-0000-7000-8000-000000000001'), name: 'a' };
  const ended: Transfer = { ...failed(['a\u0001'], 'invalid_request'), phase: 'done', node: done };
  expect(refusedNameOf(ended)).toBeUndefined();
});

const suggestionOf = (name: string, issue: IssueCode = 'name_control'): string =>
  suggestedName({ at: 0, name, issue, isFolder: false }, 'Unnamed');

test.each([
  ['report\u0001.txt', 'report.txt'],
  ['two\nlines.txt', 'two lines.txt'],
  ['a/b.txt', 'a-b.txt'],
  ['\u202egpj.exe', 'gpj.exe'],
  [' edges .', 'edges'],
  ['Notes…  ', 'Notes…'],
  ['.', 'Unnamed'],
  ['..', 'Unnamed'],
  ['', 'Unnamed'],
  ['\u0001\u0002', 'Unnamed'],
  [' .txt', '.txt'],
  [`${'.'.repeat(300)}long extension`, 'Unnamed'],
  ['.git\u0001ignore', '.gitignore'],
  ['a\ud800.txt', 'a\ufffd.txt'],
  [`${'x'.repeat(300)}.txt`, `${'x'.repeat(251)}.txt`],
  ['ä'.repeat(200), 'ä'.repeat(127)],
])('%j is suggested as %j', (name, suggestion) => {
  expect(suggestionOf(name)).toBe(suggestion);
});

test('a taken name gets a number', () => {
  const taken = { at: 0, name: 'a.txt', issue: 'name_taken', isFolder: false } as const;
  expect(suggestedName(taken, 'Unnamed')).toBe('a (2).txt');
});

test('a taken name is not given again, however it is written', () => {
  const taken = { at: 0, name: 'Été.txt', issue: 'name_taken', isFolder: false } as const;
  expect(issueOf('Été.txt', taken)).toBe('name_taken');
  expect(issueOf('e\u0301TE\u0301.TXT', taken)).toBe('name_taken');
  expect(issueOf('Été (2).txt', taken)).toBeUndefined();
  expect(issueOf('a/b', taken)).toBe('name_slash');
});

test('every suggestion is allowed, whatever the name was made of', () => {
  const signs = [
    ' ',
    '.',
    '/',
    '\u0000',
    '\n',
    '\u202e',
    '\ud800',
    'a',
    'é',
    'e\u0301',
    '漢',
    '😀',
    '.txt',
    'x'.repeat(90),
  ];
  const names = signs.flatMap((one) => signs.flatMap((two) => signs.map((three) => one + two + three)));
  const wrong = names.filter((name) => nodeNameIssue(suggestionOf(name)) !== undefined);
  expect(wrong).toEqual([]);
});

test('what cannot be seen in a name is shown by a sign', () => {
  expect(visibleName('a\u0000b\nc\u007fd\u202ee')).toBe('a\u2400b\u240ac\u2421d\ufffde');
});
