import { SERVER_LIMITS } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, valueOf } from '../../live.world.ts';
import { pictureOf } from '../pictures/pictures.world.ts';
import { textFormatOf } from './text-format.ts';
import { createTextReader } from './text-reader.ts';
import type { TextReader } from './texts.ts';
import { docx, epub, laughs, mail, odt, pdf, pptx, xlsx, zipBomb, zipOf } from './texts.world.ts';

let reader: TextReader;
beforeAll(() => {
  reader = createTextReader();
});
afterAll(async () => await reader.stop());

async function attempt(bytes: Buffer, mediaType = '') {
  const format = textFormatOf(bytes.subarray(0, 4_096), mediaType);
  if (format === undefined) throw new Error('no text');
  return await reader.read(pictureOf(bytes), format);
}
const textOf = async (bytes: Buffer, mediaType = ''): Promise<string> =>
  valueOf(await attempt(bytes, mediaType)).text;

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from('Grüße 会议 🎉'), 'Grüße 会议 🎉'],
  ['UTF-8 with a mark', Buffer.from('\ufeffGrüße'), 'Grüße'],
  ['Latin-1', Buffer.from('Grüße', 'latin1'), 'Grüße'],
  ['UTF-16 with a mark', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
  ['UTF-16 without', Buffer.from('Grüße aus Wien', 'utf16le'), 'Grüße aus Wien'],
  ['big-endian UTF-16 with a mark', utf16be('\ufeffGrüße'), 'Grüße'],
  ['big-endian UTF-16 without', utf16be('Grüße aus Wien'), 'Grüße aus Wien'],
  ['lines of a Mac and of Windows', Buffer.from('a\rb\r\nc\n\n  d\t\te'), 'a\nb\nc\nd e'],
])('%s is read', async (_, bytes, text) => {
  expect(await textOf(bytes)).toBe(text);
});

test('office documents, books, mail and pages give their text, without markup and scripts', async () => {
  expect(await textOf(await docx('Planting plan', 'Tomatoes & co'.replace('&', '&amp;')))).toBe(
    'Planting plan\nTomatoes & co\nAt the foot',
  );
  expect((await textOf(await xlsx())).split(/\s+/)).toEqual('Rent Electricity 4711 inline & said'.split(' '));
  expect(await textOf(await pptx())).toBe('The second\nThe tenth\nA note');
  expect(await textOf(await odt('Op<text:span>en</text:span>'))).toBe('Open\nleft\nright');
  expect(await textOf(await epub())).toBe('Call me Ishmael.');
  expect(await textOf(mail(), 'message/rfc822')).toBe(
    'Grüße\nAda Lovelace ada@example.org\nCharles charles@example.org\nnotes.txt\nThe engine café',
  );
  const page = '<title>T</title><script>evil()</script><p>One<b>s</b>&nbsp;&amp;<br>two<td>3<td>4';
  expect(await textOf(Buffer.from(page), 'text/html')).toBe('T\nOnes &\ntwo 3 4');
  expect(await textOf(pdf('Hello of PDF'))).toBe('Hello of PDF');
});

test('what has no text of its own is told by its first bytes', async () => {
  expect(textFormatOf(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1, 2]), '')).toBeUndefined();
  expect(textFormatOf(Buffer.from('\u0001\u0002\u0003abc'), 'text/plain')).toBeUndefined();
  expect(await textOf(await zipOf({ 'notes.txt': 'not read' }))).toBe('');
});

test('broken and hostile files end as unreadable or with little text, and the next is read', async () => {
  for (const bytes of [
    Buffer.from('%PDF-1.7 and nothing more'),
    (await docx('cut off')).subarray(0, 300),
    await zipBomb(300 * MIB),
    await zipOf({ '[Content_Types].xml': '', 'word/document.xml': '<w:p>'.repeat(500_000) }),
  ]) {
    const { code } = errorOf(await attempt(bytes));
    expect(['unreadable', 'crashed']).toContain(code);
  }
  const bombed = await zipOf({ '[Content_Types].xml': '', 'word/document.xml': laughs() });
  expect((await textOf(bombed)).length).toBeLessThan(100);
  expect(await textOf(Buffer.from('still here'))).toBe('still here');
}, 120_000);

test('a text is cut at its limit, within no character, and its index fits PostgreSQL', async () => {
  const words = Array.from({ length: 400_000 }, (_, at) => `ä${at.toString(36)}`).join(' ');
  const read = valueOf(await attempt(Buffer.from(words)));
  expect(Buffer.byteLength(read.text)).toBeLessThanOrEqual(SERVER_LIMITS.textBytesMax);
  expect(Buffer.byteLength(read.text)).toBeGreaterThan(SERVER_LIMITS.textBytesMax - 4);
  expect(words.startsWith(read.text)).toBe(true);
  expect(read.vector.startsWith("'a0':1A 'a1':2A")).toBe(true);
  expect(read.folded.slice(read.foldedStarts[100])).toMatch(/^a\w+ /);
});

test('a process without enough memory or time ends, and nothing else does', async () => {
  const slow = createTextReader({ timeoutMs: 1 });
  expect(errorOf(await slow.read(pictureOf(Buffer.from('x')), 'plain')).code).toBe('unavailable');
  await slow.stop();
});

test('a file that cannot be read here is given up, so that its connection ends', async () => {
  const elsewhere = createTextReader({ entry: '/nowhere.js' });
  let isEnded = false;
  // oxlint-disable-next-line require-await -- The source of a file is asynchronous.
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.from('a');
    } finally {
      isEnded = true;
    }
  }
  const read = await elsewhere.read({ sizeBytes: 1, bytes: bytes() }, 'plain');
  expect([errorOf(read).code, isEnded]).toEqual(['unavailable', true]);
  await elsewhere.stop();
});
