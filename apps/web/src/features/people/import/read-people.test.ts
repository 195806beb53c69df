import { GroupId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { type GroupIds, readPeople } from './read-people.ts';

const DESIGN = GroupId.parse('0190d5f0-0000-7000-8000-000000000001');
const SALES = GroupId.parse('0190d5f0-0000-7000-8000-000000000002');
const GROUPS: GroupIds = new Map([
  ['design', DESIGN],
  ['sales', SALES],
]);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readPeople(bytes(text), GROUPS);
const problems = (text: string) =>
  read(text).flatMap(({ line, problem, detail }) => (problem === undefined ? [] : [[line, problem, detail]]));

const HEAD = 'email,name,role,quota,groups\n';

test('a table is read with its columns in any order and language, and columns of others are left alone', () => {
  expect(read(`${HEAD}ann@x.org,Ann Lee,auditor,20 GB,"Design;Sales"\nben@x.org,,,,\n`)).toEqual([
    {
      line: 2,
      firstLine: 2,
      email: 'ann@x.org',
      name: 'Ann Lee',
      problem: undefined,
      role: 'auditor',
      quotaBytes: 20_000_000_000,
      groupIds: [DESIGN, SALES],
      groups: ['Design', 'Sales'],
    },
    { line: 3, firstLine: 3, email: 'ben@x.org', name: '', problem: undefined },
  ]);
  expect(read('Dept;Name;E-Mail\nHR;Ann;ann@x.org')).toMatchObject([{ email: 'ann@x.org', name: 'Ann' }]);
  expect(read('الاسم\tالبريد\tالدور\nآن\tann@x.org\tمسؤول')).toMatchObject([
    { name: 'آن', role: 'administrator' },
  ]);
});

test.each([
  ['Name;Address;E-Mail', 'Ann;1 Mill Lane;ann@x.org'],
  ['E-Mail;Address;Name', 'ann@x.org;1 Mill Lane;Ann'],
  ['Name;Address', 'Ann;ann@x.org'],
])('%s: an unambiguous mail address is recognized', (head, row) => {
  expect(read(`${head}\n${row}`)).toMatchObject([{ email: 'ann@x.org', name: 'Ann', problem: undefined }]);
});

test('only exact role names set a role, and no other word makes an administrator', () => {
  expect(problems(`${HEAD}a@x.org,A,Admin,,\nb@x.org,B,root,,\nc@x.org,C,Auditor,,`)).toEqual([
    [2, 'role', 'Admin'],
    [3, 'role', 'root'],
  ]);
});

test('without a header the address column is detected', () => {
  expect(read('ann@x.org,Ann\nben@x.org,Ben')).toMatchObject([{ name: 'Ann' }, { name: 'Ben' }]);
  expect(read('Ann,ann@x.org\nBen,ben@x.org')).toMatchObject([
    { email: 'ann@x.org', name: 'Ann' },
    { email: 'ben@x.org', name: 'Ben' },
  ]);
});

test('every problem is named with its line and what it is about', () => {
  const rows = [
    'kofi,Kofi,,,',
    'a@x.org,A,boss,,',
    'b@x.org,B,,lots,',
    'c@x.org,C,,0,',
    'd@x.org,D,,,Nobody',
    'e@x.org,E,ADMINISTRATOR,1.5 TB,design',
    'E@x.org,E,,,',
    ',Only a name,,,',
  ];
  expect(problems(HEAD + rows.join('\n'))).toEqual([
    [2, 'malformed', undefined],
    [3, 'role', 'boss'],
    [4, 'quota', 'lots'],
    [5, 'quota', '0'],
    [6, 'group', 'Nobody'],
    [8, 'repeated', undefined],
    [9, 'malformed', undefined],
  ]);
});

test('of 10,000 lines the 17 wrong ones are found, within a second', () => {
  const wrong = new Set(Array.from({ length: 17 }, (_, index) => 3 + index * 577));
  const rows = Array.from({ length: 10_000 }, (_, index) =>
    wrong.has(index + 2)
      ? `person ${index},P,,,`
      : `person-${index}@x.org,Person ${index},member,10 GB,Design`,
  );
  const started = performance.now();
  const found = read(HEAD + rows.join('\r\n'));
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(found).toHaveLength(10_000);
  expect(found.filter(({ problem }) => problem !== undefined).map(({ line }) => line)).toEqual([...wrong]);
});

test.each([
  ['UTF-16 of a spreadsheet', Buffer.from('\ufeffemail\tname\r\nzoë@x.org\tZoë\r\n', 'utf16le')],
  ['UTF-8 with a mark', Buffer.from('\ufeffemail;name\r\nzoë@x.org;Zoë\r\n')],
  ['Windows-1252', Buffer.from('email;name\r\nzoe@x.org;Zoë\r\n', 'latin1')],
])('%s', (_what, file) => {
  expect(readPeople(file, GROUPS)).toMatchObject([{ line: 2, name: 'Zoë' }]);
});

test('no bytes, nonsense and hostile names do no harm', () => {
  expect(read('')).toEqual([]);
  expect(read('\n\n,,\n')).toEqual([]);
  expect(problems('\u0000\u0001\u0002')).toHaveLength(1);
  expect(read(`${HEAD}a@x.org,"one\ntwo ${'x'.repeat(200)}",,,`)[0]?.name).toHaveLength(100);
  expect(problems(`${HEAD}a@x.org,A,constructor,,\nb@x.org,B,__proto__,,`)).toEqual([
    [2, 'role', 'constructor'],
    [3, 'role', '__proto__'],
  ]);
});
