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
    blockedBy: undefined,
    survivesReload: false,
  };
}

test('the refused name is the file’s own or that of the first invalid folder above it', () => {
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

test('a taken name is the file’s own or that of the folder that could not be created', () => {
  const inside = failed(['album', 'in', 'a.txt'], 'name_taken');
  expect(refusedNameOf(inside)).toMatchObject({ at: 2, issue: 'name_taken', isFolder: false });
  for (const at of [0, 1, 2]) {
    const refused = refusedNameOf({ ...inside, failure: { code: 'name_taken', at } });
    expect(refused).toMatchObject({ at, name: inside.path[at], isFolder: true });
  }
});

test('other failures have no refused name', () => {
  expect(refusedNameOf(failed(['a\u0001.txt'], 'network'))).toBeUndefined();
  const done = { id: NodeId.parse('00000000-0000-7000-8000-000000000001'), name: 'a', parentId: null };
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
  ['\u200b', 'Unnamed'],
  ['\u00a0', 'Unnamed'],
  ['in\u200bvoice\u00ad.pdf', 'invoice.pdf'],
  ['👨\u200d👩\u200d👧\u200b.png', '👨\u200d👩\u200d👧.png'],
  ['می\u200cخواهم\u200c.txt', 'می\u200cخواهم.txt'],
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
  const refused = { at: 0, name: 'a.txt', issue: 'name_taken', isFolder: false } as const;
  expect(suggestedName(refused, 'Unnamed')).toBe('a (2).txt');
});

test('a new name must differ from the taken one, ignoring case', () => {
  const refused = { at: 0, name: 'Été.txt', issue: 'name_taken', isFolder: false } as const;
  expect(issueOf('Été.txt', refused)).toBe('name_taken');
  expect(issueOf('e\u0301TE\u0301.TXT', refused)).toBe('name_taken');
  expect(issueOf('Été (2).txt', refused)).toBeUndefined();
  expect(issueOf('a/b', refused)).toBe('name_slash');
});

test('every suggested name is valid', () => {
  const signs = [
    ' ',
    '.',
    '/',
    '\u0000',
    '\n',
    '\u202e',
    '\u200b',
    '\u200d',
    '\u00a0',
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

test('invisible characters in a name are shown as symbols', () => {
  expect(visibleName('a\u0000b\nc\u007fd\u202ee')).toBe('a\u2400b\u240ac\u2421d\ufffde');
  expect(visibleName('👩\u200d🚀 a\u200bb\u0085c')).toBe('👩\u200d🚀 a\ufffdb\ufffdc');
});
