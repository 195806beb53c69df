import type { MailLanguage } from '@coffer/contracts';
import type { MailBrand } from '../model.ts';

/** Text of other people, such as a file name, within a sentence of Coffer. */
export interface Named {
  readonly name: string;
}

export type Phrase = readonly (string | Named)[];

/** The content of a message, before it is rendered as text or HTML. */
export interface Letter {
  readonly language: MailLanguage;
  readonly brand: MailBrand;
  readonly subject: Phrase;
  readonly heading: Phrase;
  readonly paragraphs: readonly Phrase[];
  /** The personal note that the sender added. */
  readonly quote?: string;
  readonly items?: readonly { readonly words: Phrase; readonly href: string | undefined }[];
  readonly action?: { readonly label: string; readonly href: string };
  /** Why the person gets the message, and how to unsubscribe. */
  readonly footer: {
    readonly words: string;
    readonly link?: { readonly label: string; readonly href: string };
  };
}

const NAME_LENGTH_MAX = 200;
const SUBJECT_LENGTH_MAX = 180;
/** Isolate characters, which keep a name from changing the direction of the sentence (UAX 9). */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/** Text on one line, without control characters and the usual direction marks. */
function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** A clean name, cut if it is too long for a sentence. */
export function cleanName(name: string): string {
  const line = cleanLine(name);
  const letters = Array.from(line);
  return letters.length > NAME_LENGTH_MAX ? `${letters.slice(0, NAME_LENGTH_MAX).join('')}…` : line;
}

export function plainOf(phrase: Phrase): string {
  return phrase
    .map((part) => (typeof part === 'string' ? part : `${ISOLATE}${cleanName(part.name)}${END}`))
    .join('');
}

export function subjectOf({ subject }: Letter): string {
  const letters = Array.from(plainOf(subject));
  if (letters.length <= SUBJECT_LENGTH_MAX) return letters.join('');
  const cut = letters.slice(0, SUBJECT_LENGTH_MAX).join('');
  const isOpen = cut.lastIndexOf(ISOLATE) > cut.lastIndexOf(END);
  return `${cut}…${isOpen ? END : ''}`;
}

/** The lines of a personal note. Its length was limited when it was written. */
export function quoteLines(quote: string): readonly string[] {
  return quote.split('\n').map((line) => cleanLine(line));
}
