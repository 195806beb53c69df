import { expect, test } from 'vitest';
import { fileName } from './file-name.ts';
import { SafeNames, safeName } from './safe-paths.ts';

test.each([
  ['report.txt', 'report.txt'],
  ['تقرير.txt', 'تقرير.txt'],
  ['👩‍🚀.txt', '👩‍🚀.txt'],
  ['..\\..\\out.exe', '.._.._out.exe'],
  ['C:autoexec.bat', 'C_autoexec.bat'],
  ['a<b>"c"|d?*', 'a_b__c__d__'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['ends with dots..', 'ends with dots__'],
  ['.hidden', '.hidden'],
])('%j becomes a name that is valid on every system: %j', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test('names are unique within a folder, ignoring case', () => {
  const names = new SafeNames();
  expect(
    ['a:b.txt', 'a*b.txt', 'A_B.TXT', 'Straße', 'STRASSE'].map((name) => names.pathOf('', name)),
  ).toEqual(['a_b.txt', 'a_b (2).txt', 'A_B (3).TXT', 'Straße', 'STRASSE (2)']);
  expect(names.pathOf('other/', 'a?b.txt')).toBe('other/a_b.txt');
});

test('the name of a zip file is valid and not cut within a character', () => {
  expect(fileName('Trip: day 1')).toBe('Trip_ day 1.zip');
  const long = fileName('👩'.repeat(200));
  expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(240);
  expect(long).toMatch(/^👩+\.zip$/u);
});
