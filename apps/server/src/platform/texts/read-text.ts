import { SERVER_LIMITS } from '@coffer/contracts';
import { openDocument } from '../pictures/pdfium.ts';
import { type CollectedText, collectText, TextIsFull } from './collected-text.ts';
import { decodeText } from './decode-text.ts';
import { HTML, readMarkup } from './markup-text.ts';
import type { TextFormat } from './texts.ts';

/** The text of a file, up to the limit. Throws if the file cannot be read. */
export async function readText(bytes: Buffer<ArrayBuffer>, format: TextFormat): Promise<string> {
  const into = collectText(SERVER_LIMITS.textBytesMax);
  try {
    await readInto(bytes, format, into);
  } catch (error) {
    if (!(error instanceof TextIsFull)) throw error;
  }
  return into.text();
}

async function readInto(bytes: Buffer<ArrayBuffer>, format: TextFormat, into: CollectedText): Promise<void> {
  switch (format) {
    case 'plain':
      into.add(decodeText(bytes));
      return;
    case 'html':
      readHtml(decodeText(bytes), into);
      return;
    case 'mail':
      await readMail(bytes, into);
      return;
    case 'pdf':
      await readPdf(bytes, into);
      return;
    case 'zip': {
      const { readZipText } = await import('./zip-text.ts');
      await readZipText(bytes, into);
    }
  }
}

const PIECE = 65_536;

/** Parses in pieces, so that a long page stops when its text has the maximum length. */
function readHtml(html: string, into: CollectedText): void {
  const reader = readMarkup(HTML, into);
  for (let at = 0; at < html.length; at += PIECE) reader.write(html.slice(at, at + PIECE));
  reader.end();
}

async function readMail(bytes: Buffer<ArrayBuffer>, into: CollectedText): Promise<void> {
  const { default: PostalMime } = await import('postal-mime');
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 32 });
  const people = [mail.from, ...(mail.to ?? []), ...(mail.cc ?? [])];
  const heading = [
    mail.subject ?? '',
    ...people.map((person) => `${person?.name ?? ''} ${person?.address ?? ''}`),
    ...mail.attachments.map(({ filename }) => filename ?? ''),
  ];
  for (const line of heading) {
    into.add(line);
    into.separate('\n');
  }
  if (mail.text !== undefined && mail.text.trim() !== '') into.add(mail.text);
  else readHtml(mail.html ?? '', into);
}

/** PDFium writes this where a word is hyphenated at the end of a line. */
// oxlint-disable-next-line no-control-regex -- the pattern has to match the removed control character
const DIVIDED = /[\u0002\ufffe](?:\r?\n)?/g;

async function readPdf(bytes: Buffer, into: CollectedText): Promise<void> {
  const document = await openDocument(bytes);
  try {
    for (const page of document.pages()) {
      into.add(page.getText().replaceAll(DIVIDED, ''));
      into.separate('\n');
    }
  } finally {
    document.destroy();
  }
}
