import { expect, test } from 'vitest';
import { isReservedOnWindows, nameKey, nodeNameIssue, numberedName } from './node-name.ts';
import { NodeName } from './node-name-schema.ts';

test.each([
  ['', 'name_empty'],
  ['a/b', 'name_slash'],
  ['a\u0000b', 'name_control'],
  ['a\u001fb', 'name_control'],
  ['a\u007fb', 'name_control'],
  ['a\u202eb', 'name_bidirectional'],
  ['a\u2066b', 'name_bidirectional'],
  ['.', 'name_dots'],
  ['..', 'name_dots'],
  [' a', 'name_edge'],
  ['a ', 'name_edge'],
  ['a.', 'name_edge'],
  ['x'.repeat(256), 'name_too_long'],
  ['é'.repeat(128), 'name_too_long'],
  ['\ud800', 'wrong_format'],
  ['a\u0080b', 'name_control'],
  ['a\u0085b', 'name_control'],
  ['a\u009fb', 'name_control'],
  ['a\u200eb', 'name_bidirectional'],
  ['a\u200fb', 'name_bidirectional'],
  ['a\u061cb', 'name_bidirectional'],
  ['\u00a0', 'name_blank'],
  ['\u2003\u3000', 'name_blank'],
  ['\u2800', 'name_blank'],
  ['\u200b', 'name_invisible'],
  ['a\u200bb', 'name_invisible'],
  ['a\u00adb', 'name_invisible'],
  ['a\ufeffb', 'name_invisible'],
  ['a\u2060b', 'name_invisible'],
  ['a\u034fb', 'name_invisible'],
  ['\u3164', 'name_invisible'],
  ['\u115f\u1160', 'name_invisible'],
  ['a\u{e0041}\u{e007f}', 'name_invisible'],
  ['a\u{e0001}', 'name_invisible'],
  ['a\u{1d173}b', 'name_invisible'],
  ['a\ufff9b', 'name_invisible'],
  // Joiners and selectors without effect.
  ['\u200d', 'name_invisible'],
  ['\u200cfile', 'name_invisible'],
  ['file\u200c', 'name_invisible'],
  ['a\u200d\u200db', 'name_invisible'],
  ['1\u200c2', 'name_invisible'],
  ['👩\u200d', 'name_invisible'],
  ['👩\u200da', 'name_invisible'],
  ['a\ufe0f', 'name_invisible'],
  ['1\ufe0f', 'name_invisible'],
  ['👍\ufe0f\ufe0f', 'name_invisible'],
  ['a\u{e0100}', 'name_invisible'],
  ['葛\u{e0100}\u{e0101}', 'name_invisible'],
  ['🏴\u{e0061}\u{e007f}', 'name_invisible'],
])('the name %j is refused as %s', (name, issue) => {
  expect(nodeNameIssue(name)).toBe(issue);
});

test.each([
  ['.gitignore'],
  ['CON'],
  ['x'.repeat(255)],
  ['é'.repeat(127)],
  ['a\u2029b'],
  ['a\u202fb'],
  ['name with spaces'],
  ['...a'],
  ['a\u00a0b'],
  // Persian and German with a zero-width non-joiner; Hindi and Malayalam with joiners.
  ['می\u200cخواهم.txt'],
  ['کتاب\u200cها'],
  ['क्\u200dष.txt'],
  ['അവന്\u200d.pdf'],
  ['Auf\u200clage.doc'],
  // Emoji: family, skin tones, rainbow flag, heart, keycap, flags, text presentation.
  ['👨\u200d👩\u200d👧\u200d👦 2026'],
  ['👩🏽\u200d🚀.png'],
  ['🏳\ufe0f\u200d🌈'],
  ['❤\ufe0f\u200d🔥'],
  ['🕵\ufe0f\u200d♂\ufe0f'],
  ['1\ufe0f\u20e3'],
  ['🇩🇪'],
  ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['☎\ufe0e'],
  ['葛\u{e0100}城市.pdf'],
])('the name %j is allowed', (name) => {
  expect(nodeNameIssue(name)).toBeUndefined();
});

test('the limit of 255 bytes counts the composed form', () => {
  const decomposed = 'e\u0301'.repeat(127);
  expect(new TextEncoder().encode(decomposed).length).toBeGreaterThan(255);
  expect(nodeNameIssue(decomposed)).toBeUndefined();
});

test('the schema composes the name and carries the reason of a refusal', () => {
  expect(NodeName.safeParse('e\u0301').data).toBe('é');
  const refused = NodeName.safeParse('a/b');
  expect(refused.error?.issues[0]).toMatchObject({ message: 'name_slash' });
});

test.each([
  ['Report.txt', 'report.TXT'],
  ['Straße', 'STRASSE'],
  ['é', 'e\u0301'],
  ['ΟΔΟΣ', 'οδος'],
  ['ﬁle', 'FILE'],
])('%j and %j collide', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ['ı', 'i'],
  ['a', 'á'],
  ['1', '１'],
])('%j and %j are two names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test('folding twice changes nothing', () => {
  const samples = ['İstanbul', 'ǅ', 'Straße', 'ΐ', 'ŉ', 'Ǆ', 'Ꭰ', 'ꭰ'];
  for (const sample of samples) expect(nameKey(nameKey(sample))).toBe(nameKey(sample));
});

test('a name of ASCII alone folds as it does among others', () => {
  const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
  // The non-ASCII letter forces the slow path.
  expect(ascii.map((sample) => `${nameKey(sample)}ä`)).toEqual(ascii.map((sample) => nameKey(`${sample}Ä`)));
});

test.each([
  ['a.txt', 2, 'a (2).txt'],
  ['archive', 3, 'archive (3)'],
  ['.env', 2, '.env (2)'],
  ['a.very-long-extension', 2, 'a.very-long-extension (2)'],
])('%j numbered %i is %j', (name, number, expected) => {
  expect(numberedName(name, number)).toBe(expected);
});

test('a numbered name stays within the limit and stays a valid name', () => {
  const numbered = numberedName(`${'漢'.repeat(84)}.md`, 12);
  expect(new TextEncoder().encode(numbered).length).toBeLessThanOrEqual(255);
  expect(nodeNameIssue(numbered)).toBeUndefined();
  expect(numbered.endsWith(' (12).md')).toBe(true);
});

test.each([
  '👨\u200d👩\u200d👧\u200d👦',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'ی\u200c',
  '葛\u{e0100}',
])('a name of many %j is not cut within one of them', (sign) => {
  for (const start of ['', 'x', 'xx', 'xxx', 'xxxx', 'xxxxx']) {
    const numbered = numberedName(`${start}${sign.repeat(99)}`, 2);
    expect([numbered, nodeNameIssue(numbered)]).toEqual([numbered, undefined]);
  }
});

test('names that Windows reserves are detected', () => {
  expect(['CON', 'nul.txt', 'a:b', 'LPT9'].every(isReservedOnWindows)).toBe(true);
  expect(['console', 'a.txt', 'com'].some(isReservedOnWindows)).toBe(false);
});
