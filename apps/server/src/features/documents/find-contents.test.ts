import { expect, test } from 'vitest';
import { documentsWorld, markedSnippet } from './documents.world.ts';

const here = documentsWorld();
const { names, page, read, upload } = here;

test.each([
  ['plan budget', 'The budget of our plan', 'The [budget] of our [plan]'],
  ['CAFÉ', 'A cafe there', 'A [cafe] there'],
  ['strasse', 'Die Straße', 'Die [Straße]'],
  ['tomat', 'Fresh tomatoes', 'Fresh [tomat]oes'],
  ['planting', 'She planted the trees and was at the house', 'She [plant]ed the trees and was at the house'],
  [
    'Häuser',
    'Das ist das Haus und der Garten ist nicht groß',
    'Das ist das [Haus] und der Garten ist nicht groß',
  ],
  ['the', 'Over the hill', 'Over [the] hill'],
  ['"red apples"', 'apples red, red apples', 'apples red, [red apples]'],
  ['invoice-2026', 'See invoice 2026 here', 'See [invoice 2026] here'],
  ['会议记录', '北京会议记录在这里', '北京[会议记录]在这里'],
  ['会', '北京会议', '北京[会]议'],
  ['录', '会议记录', '会议记[录]'],
  ['ひらがな', 'これはひらがなです', 'これは[ひらがな]です'],
  ['회의', '주간회의록', '주간[회의]록'],
  ['ภาษา', 'เรียนภาษาไทย', 'เรียน[ภาษา]ไทย'],
  ['ไท', 'เรียนภาษาไทย', 'เรียนภาษา[ไท]ย'],
  ['договора', 'Мы подписали договор и это не всё что было', 'Мы подписали [договор] и это не всё что было'],
  ['احمد', 'رسالة إلى أحمد', 'رسالة إلى [أحمد]'],
  ['2026', 'عام ٢٠٢٦', 'عام [٢٠٢٦]'],
  ['c++', 'We write C++ here', 'We write [C++] here'],
])('a search for %s finds %s', async (q, content, shown) => {
  await upload('one.txt', content);
  await upload('other.txt', 'something else in another file of one');
  await read();
  const { items } = await page(q);
  expect(items.map(markedSnippet)).toEqual([shown]);
});

test('words that are excluded, other orders and parts within words are not found', async () => {
  await upload('both.txt', 'apples and pears');
  await upload('apples.txt', 'apples alone');
  await upload('pairs.txt', 'red car, green apples');
  await upload('cn.txt', '议会记录');
  await read();
  expect(await names('apples -pears')).toEqual(['apples.txt', 'pairs.txt']);
  expect(await names('apples -"red car"')).toEqual(['apples.txt', 'both.txt']);
  expect(await names('apples -"car red"')).toEqual(['apples.txt', 'both.txt', 'pairs.txt']);
  expect(await names('"pears apples"')).toEqual([]);
  expect(await names('pples')).toEqual([]);
  expect(await names('会议记')).toEqual([]);
  expect(await names('-apples')).toEqual([]);
  expect(await names('app pears'), 'a word other than the last one matched as a prefix').toEqual([]);
});

test.each([
  '%',
  '_',
  '\\',
  "'",
  "''; --",
  '"',
  '"" -""',
  '-',
  '(',
  ':*',
  '& | !',
  '<->',
  '́',
  '🦄',
  'a'.repeat(200),
  '-'.repeat(200),
])('a search for %s is answered', async (q) => {
  await upload('one.txt', 'nothing of that');
  await read();
  expect((await page(q)).total).toBe(0);
});

test('the best matches come first, then the newest, in pages without a gap or a repetition', async () => {
  await upload('stem.txt', 'he planned it and the others were there with him');
  await upload('often.txt', 'plan plan plan');
  for (let at = 0; at < 5; at += 1)
    await upload(`once ${at}.txt`, `one plan of many for the days to come ${at}`);
  await read();
  const found: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const next = await page('plan', { limit: '2', ...(after === '' ? {} : { after }) });
    expect(next.total).toBe(7);
    found.push(...next.items.map(({ node }) => node.name));
    after = next.next;
  }
  expect(found[0]).toBe('often.txt');
  expect(found.at(-1)).toBe('stem.txt');
  expect(new Set(found).size).toBe(7);
});

test('a match deep in a long text is shown with the words around it', async () => {
  const filler = 'Lorem ipsum dolor sit amet — ß会. '.repeat(9_000);
  await upload('long.txt', `${filler} The needle lies here, "quoted" <b>bold</b>. ${filler}`);
  await read();
  const [hit] = (await page('needle')).items;
  expect(hit && markedSnippet(hit)).toMatch(/^….*The \[needle\] lies here, "quoted" <b>bold<\/b>\. .*…$/);
  expect(hit?.snippet?.text.length).toBeLessThan(300);
});

test('filters of kind, size, date and person narrow the matches', async () => {
  const { owner, world } = here.state;
  const stranger = await world.addOwner();
  await upload('one.md', 'plan');
  await upload('two.csv', 'plan,plan');
  await read();
  expect(await names('plan', { kind: 'sheet' })).toEqual(['two.csv']);
  expect(await names('plan', { sizeTo: '5' })).toEqual(['one.md']);
  expect(await names('plan', { modifiedFrom: '2029-06-01T00:00:00.000Z' })).toEqual([]);
  expect(await names('plan', { by: owner.person.id })).toEqual(['one.md', 'two.csv']);
  expect(await names('plan', { by: stranger.person.id })).toEqual([]);
});
