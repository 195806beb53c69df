// Test files with text, created when they are needed.
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';
import { onePagePdf } from '../pictures/pictures.world.ts';

export type Parts = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

export async function zipOf(parts: Parts): Promise<Buffer> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [path, part] of Object.entries(parts)) {
    const bytes = typeof part === 'string' ? new TextEncoder().encode(part) : part;
    await zip.add(path, new Uint8ArrayReader(bytes));
  }
  return Buffer.from(await zip.close());
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const TYPES = { '[Content_Types].xml': `${XML}<Types/>` };

export async function docx(...paragraphs: readonly string[]): Promise<Buffer> {
  const body = paragraphs
    .map(
      (words) =>
        `<w:p><w:r><w:t>${words.slice(0, 3)}</w:t></w:r><w:r><w:t>${words.slice(3)}</w:t></w:r></w:p>`,
    )
    .join('');
  const deleted = '<w:p><w:del><w:r><w:delText>struck out</w:delText></w:r></w:del></w:p>';
  return await zipOf({
    ...TYPES,
    'word/document.xml': `${XML}<w:document><w:body>${body}${deleted}</w:body></w:document>`,
    'word/footnotes.xml': `${XML}<w:footnotes><w:p><w:r><w:t>At the foot</w:t></w:r></w:p></w:footnotes>`,
  });
}

export async function xlsx(): Promise<Buffer> {
  return await zipOf({
    ...TYPES,
    'xl/sharedStrings.xml': `${XML}<sst><si><t>Rent</t></si><si><r><t>Elec</t></r><r><t>tricity</t></r></si></sst>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet><sheetData><row>
      <c t="s"><v>77</v></c><c><f>SUM(A1)</f><v>4711</v></c><c t="inlineStr"><is><t>inline &amp; said</t></is></c>
    </row></sheetData></worksheet>`,
  });
}

function slide(words: string): string {
  return `${XML}<p:sld><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sld>`;
}

export async function pptx(): Promise<Buffer> {
  return await zipOf({
    ...TYPES,
    'ppt/slides/slide10.xml': slide('The tenth'),
    'ppt/slides/slide2.xml': slide('The second'),
    'ppt/notesSlides/notesSlide1.xml': slide('A note'),
  });
}

export async function odt(content: string): Promise<Buffer> {
  return await zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': `${XML}<manifest:manifest/>`,
    'content.xml': `${XML}<office:document-content><text:p>${content}</text:p>
      <table:table-row><table:table-cell><text:p>left</text:p></table:table-cell><table:table-cell><text:p>right</text:p>
      </table:table-cell></table:table-row></office:document-content>`,
  });
}

export async function epub(): Promise<Buffer> {
  return await zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container/>`,
    'OEBPS/chapter1.xhtml': `${XML}<html><head><title/><style>p { color: red }</style></head><body><p>Call me <b>Ish</b>mael.</p></body></html>`,
  });
}

export function pdf(words: string): Buffer {
  return onePagePdf('0 0 300 100', `BT /F1 12 Tf 10 50 Td (${words}) Tj ET`);
}

export function mail(): Buffer {
  return Buffer.from(
    [
      'From: Ada Lovelace <ada@example.org>',
      'To: Charles <charles@example.org>',
      'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=edge',
      '',
      '--edge',
      'Content-Type: text/html; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<p>The <b>engine</b> caf=E9</p><script>secret()</script>',
      '--edge',
      'Content-Type: text/plain; name="notes.txt"',
      'Content-Disposition: attachment; filename="notes.txt"',
      '',
      'not read',
      '--edge--',
      '',
    ].join('\r\n'),
  );
}

/** An entry full of zeros: small as a file, gigabytes when unpacked. */
export async function zipBomb(bytes: number): Promise<Buffer> {
  return await zipOf({ ...TYPES, 'word/document.xml': new Uint8Array(bytes) });
}

/** Nested entities, each ten times as long as the one before. */
export function laughs(): string {
  const entities = Array.from(
    { length: 10 },
    (_, at) => `<!ENTITY l${at + 1} "${at === 0 ? 'lol' : `&l${at};`.repeat(10)}">`,
  );
  return `<?xml version="1.0"?><!DOCTYPE x [${entities.join('')}]><w:document><w:p><w:t>before &l10; after</w:t></w:p></w:document>`;
}
