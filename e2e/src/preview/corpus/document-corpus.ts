import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createTar, createZip } from '@coffer/testing/archives';
import { createPdf } from '../../sample-files.ts';
import { createDocx, createOdp, createOdt, createPptx, createXlsx, paragraph } from '../office-files.ts';
import { createEpub, createGltf, createMail, createNotebook, createStl } from '../reading-files.ts';
import { createDocument } from '../sample-documents.ts';
import {
  CANVAS,
  DRAWING,
  type CorpusFile,
  EMPTY,
  FAILED,
  file,
  framed,
  NO_PREVIEW,
  UNREADABLE,
  words,
} from './corpus-file.ts';

/** A free font that comes with the viewer of PDF. */
const FONT = readFileSync(
  join(import.meta.dirname, '../../../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf'),
);

const OLD_OFFICE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]);
const PARTS = [{ name: 'letters/first.txt', content: Buffer.from('Dear reader') }];

export function documentCorpus(): readonly CorpusFile[] {
  const survey = createDocx();
  const birds = createXlsx({
    Birds: [
      ['Kind', 'Count'],
      ['Curlew', 41],
    ],
  });
  const plainMail = 'From: a@example.org\r\nSubject: Only text\r\n\r\nHeard twice.';
  return [
    file('letter.pdf', createPdf('Dear reader'), CANVAS),
    file('forty pages.pdf', createDocument(Array.from({ length: 40 }, (_, at) => `Page ${at + 1}`)), CANVAS),
    file('locked.pdf', createDocument(['Secret'], { password: 'x' }), words('password')),
    file('cut short.pdf', createPdf('Dear reader').subarray(0, 300), FAILED),
    file('no document.pdf', 'This is a text.', FAILED),
    file('nothing.pdf', '', EMPTY),
    file('survey.docx', survey, framed('Curlew')),
    file('survey.docm', survey, framed('Curlew')),
    file('survey.dotx', survey, framed('Curlew')),
    file('عربي.docx', createDocx({ body: arabicParagraph('سمعنا طائر الكروان') }), framed('سمعنا')),
    file('empty body.docx', createDocx({ body: paragraph('') }), words('The layout may differ')),
    file('cut short.docx', survey.subarray(0, 700), UNREADABLE),
    file('nothing.docx', '', EMPTY),
    file('a zip in disguise.docx', createZip(PARTS), UNREADABLE),
    file('old.doc', OLD_OFFICE, NO_PREVIEW),
    file('old.ppt', OLD_OFFICE, NO_PREVIEW),
    file('talk.pptx', createPptx(), framed('Reed bed survey')),
    file('talk.ppsx', createPptx(), framed('Reed bed survey')),
    file('no slides.pptx', createPptx({ titles: [] }), UNREADABLE),
    file('survey.odt', createOdt(), framed('Curlew')),
    file('survey.ott', createOdt(), framed('Curlew')),
    file('talk.odp', createOdp(), framed('Reed bed survey')),
    file('counts.xlsx', birds, words('Curlew')),
    file('counts.xlsm', birds, words('Curlew')),
    file('empty sheet.xlsx', createXlsx({ Nothing: [] }), EMPTY),
    file('broken.ods', createZip([{ name: 'content.xml', content: Buffer.from('<a') }]), UNREADABLE),
    file('cut short.xls', OLD_OFFICE, words('protected with a password')),
    file('notes.rtf', '{\\rtf1 Curlew}', NO_PREVIEW),
    file('sheet.numbers', createZip(PARTS), NO_PREVIEW),
    file('letter.pages', createZip(PARTS), NO_PREVIEW),
    file('talk.key', createZip(PARTS), NO_PREVIEW),
    file('count.eml', createMail(), framed('41 curlews.')),
    file('plain.eml', plainMail, words('Heard twice.')),
    file('nothing.eml', '', EMPTY),
    file('outlook.msg', OLD_OFFICE, NO_PREVIEW),
    file('count.ipynb', createNotebook(), framed('Curlew')),
    file('broken.ipynb', '{"cells": 3}', words('This notebook can’t be read')),
    file('reeds.epub', createEpub(), framed('The reeds')),
    file('broken.epub', createZip(PARTS), UNREADABLE),
    file('reeds.mobi', Buffer.alloc(200, 'BOOKMOBI'), NO_PREVIEW),
    file('heron.stl', createStl(), DRAWING),
    file('heron.gltf', createGltf(), DRAWING),
    file('broken.glb', 'glTF', UNREADABLE),
    file('heron.obj', 'v 0 0 0', NO_PREVIEW),
    file('face.ttf', FONT, words('The quick brown fox')),
    file('cut short.ttf', FONT.subarray(0, 20_000), FAILED),
    file('no font.woff2', 'This is a text.', FAILED),
  ];
}

export function archiveCorpus(): readonly CorpusFile[] {
  const tar = createTar(PARTS);
  const locked = [{ name: 'secret.txt', content: Buffer.alloc(40), isEncrypted: true }];
  return [
    file('letters.zip', createZip(PARTS), words('first.txt')),
    file('no files.zip', createZip([]), words('This archive is empty')),
    file('locked.zip', createZip(locked), words('secret.txt')),
    file('cut short.zip', createZip(PARTS).subarray(0, 60), FAILED),
    file('nothing.zip', '', EMPTY),
    file('أرشيف.zip', createZip([{ name: 'رسالة.txt' }]), words('رسالة.txt')),
    file('letters.tar', tar, words('first.txt')),
    file('letters.tgz', gzipSync(tar), words('first.txt')),
    file('letters.tar.gz', gzipSync(tar), words('first.txt')),
    file('letters.txt.gz', gzipSync('Dear reader'), NO_PREVIEW),
    file('letters.7z', Buffer.from('377abcaf271c', 'hex'), NO_PREVIEW),
    file('letters.rar', Buffer.from('526172211a07', 'hex'), NO_PREVIEW),
    file('disk.iso', Buffer.alloc(4_096), NO_PREVIEW),
    file('setup.exe', Buffer.from('MZ\x90\0', 'latin1'), NO_PREVIEW),
    file('birds.sqlite', 'SQLite format 3\0', NO_PREVIEW),
    file('program.wasm', Buffer.from('0061736d01000000', 'hex'), NO_PREVIEW),
    file('no extension', Buffer.from([1, 2, 3, 0, 255]), NO_PREVIEW),
    file('no extension but text', 'curlew', words('curlew')),
    file('nothing at all', '', EMPTY),
    file('wrong.jpg.txt', 'curlew', words('curlew')),
    file('page.html.bak', '<p>curlew</p>', words('curlew')),
    file(`${'very '.repeat(40)}long name.txt`, 'curlew', words('curlew')),
    file('UPPER.CSV', 'kind,count\nCurlew,41', words('Curlew')),
    file('spaces and (brackets) [1] #2 %20.txt', 'curlew', words('curlew')),
  ];
}

function arabicParagraph(text: string): string {
  return `<w:p><w:pPr><w:bidi/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>${text}</w:t></w:r></w:p>`;
}
