import { processorMsOf } from '@coffer/testing';
import { expect, test } from 'vitest';
import { escapeXml, xmlDocument } from './build.ts';
import { childrenNamed, childText, parseXml } from './parse.ts';

function text(document: string): string | undefined {
  const parsed = parseXml(document);
  return parsed.ok ? childText(parsed.value, 'Key') : undefined;
}

test('elements, references, CDATA and white space are parsed correctly', () => {
  expect(
    text(
      '<?xml version="1.0"?><D xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Key> a&amp;b &lt;&#x20ac;&#8364;&gt; </Key></D>',
    ),
  ).toBe(' a&b <€€> ');
  expect(text('<D><Key><![CDATA[a<b>&amp;]]></Key></D>')).toBe('a<b>&amp;');
  expect(text('<D><!-- note --><Key>007</Key></D>')).toBe('007');
  expect(text('<s3:D xmlns:s3="x"><s3:Key>k</s3:Key></s3:D>')).toBe('k');
  expect(text('\ufeff<D><Key/></D>')).toBe('');
});

test('repeated elements keep their order', () => {
  const parsed = parseXml('<D><P>1</P><Q/><P>2</P><P>3</P></D>');
  expect(parsed.ok && childrenNamed(parsed.value, 'P').map((child) => child.text)).toEqual(['1', '2', '3']);
});

test.each([
  ['an external entity', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><D><Key>&x;</Key></D>'],
  ['an internal entity', '<!DOCTYPE d [<!ENTITY x "y">]><D><Key>&x;</Key></D>'],
  ['a lower-case doctype', '<!doctype d><D><Key>k</Key></D>'],
  ['a parameter entity', '<D><!ENTITY % x "y"><Key>k</Key></D>'],
  ['an unknown reference', '<D><Key>&x;</Key></D>'],
  ['a reference without its end', '<D><Key>a & b</Key></D>'],
  ['a reference to a surrogate', '<D><Key>&#xd800;</Key></D>'],
  ['a reference to nothing', '<D><Key>&#x110000;</Key></D>'],
  ['a style sheet', '<?xml-stylesheet href="x"?><D><Key>k</Key></D>'],
  ['an open element', '<D><Key>k</D>'],
  ['two roots', '<D/><D/>'],
  ['no root', ''],
  ['text alone', 'hello'],
  ['JSON', '{"a":1}'],
  ['deep nesting', `${'<a>'.repeat(50)}${'</a>'.repeat(50)}`],
  ['very deep nesting', `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`],
])('%s is rejected', (_name, document) => {
  expect(parseXml(document)).toEqual({ ok: false, error: 'malformed_xml' });
});

test('names with a meaning in JavaScript are plain names', () => {
  const parsed = parseXml(
    '<D><constructor>a</constructor><hasOwnProperty>b</hasOwnProperty><Key>k</Key></D>',
  );
  expect(!parsed.ok || childText(parsed.value, 'Key') === 'k').toBe(true);
  expect(Object.hasOwn(Object.prototype, 'Key')).toBe(false);
});

test('a megabyte of elements is parsed in well under a second', () => {
  const document = `<D>${'<P><N>1</N></P>'.repeat(60_000)}</D>`;
  expect(processorMsOf(() => expect(parseXml(document).ok).toBe(true))).toBeLessThan(3000);
});

test('a written document can be parsed again', () => {
  const key = 'a<b>&"\'\n\u0001é😀]]>';
  expect(text(xmlDocument('D', [['Key', key], undefined]))).toBe(key);
  expect(escapeXml('\u0001')).toBe('&#x1;');
});
