import { Parser } from 'htmlparser2';
import type { CollectedText } from './collected-text.ts';

/** Which text in a kind of XML or HTML is read. */
export interface Markup {
  readonly isXml: boolean;
  /** Whether the text of an element, including all elements in it, is skipped. */
  readonly isHidden: (element: string, attributes: Readonly<Record<string, string>>) => boolean;
  /** Elements within which text is read. Undefined: everywhere. */
  readonly shown?: ReadonlySet<string>;
  readonly isLine: (element: string) => boolean;
  readonly isGap: (element: string) => boolean;
}

export interface MarkupReader {
  readonly write: (piece: string) => void;
  readonly end: () => void;
}

/** The parser gets slower with each nesting level. */
const DEPTH_MAX = 5_000;

/** Expands only the entities of HTML and XML, and opens no other file. Throws `TextIsFull`. */
export function readMarkup(markup: Markup, into: CollectedText): MarkupReader {
  let depth = 0;
  let shownDepth = 0;
  let hiddenFrom: number | undefined;
  const separate = (element: string): void => {
    if (markup.isLine(element)) into.separate('\n');
    else if (markup.isGap(element)) into.separate(' ');
  };
  const parser = new Parser(
    {
      onopentag: (element, attributes) => {
        if (hiddenFrom === undefined && markup.isHidden(element, attributes)) hiddenFrom = depth;
        depth += 1;
        if (depth > DEPTH_MAX) throw new Error('nested too deeply');
        if (markup.shown?.has(element) === true) shownDepth += 1;
        separate(element);
      },
      onclosetag: (element) => {
        depth -= 1;
        if (depth === hiddenFrom) hiddenFrom = undefined;
        if (markup.shown?.has(element) === true) shownDepth -= 1;
        separate(element);
      },
      ontext: (text) => {
        const isShown = hiddenFrom === undefined && (markup.shown === undefined || shownDepth > 0);
        if (isShown) into.add(text);
      },
    },
    { xmlMode: markup.isXml, decodeEntities: true, recognizeSelfClosing: true },
  );
  return { write: (piece) => parser.write(piece), end: () => parser.end() };
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const INLINE = names(
  'a abbr b bdi bdo big code cite del em font i img ins kbd mark q s samp small span strike strong sub sup tt u var wbr',
);
const HTML_HIDDEN = names('script style template noscript svg math');

/** Also for XHTML. */
export const HTML: Markup = {
  isXml: false,
  isHidden: (element) => HTML_HIDDEN.has(element),
  isLine: (element) => !INLINE.has(element) && element !== 'td' && element !== 'th',
  isGap: (element) => element === 'td' || element === 'th',
};

export const WORD: Markup = {
  isXml: true,
  isHidden: (element) => element === 'mc:Fallback',
  shown: names('w:t'),
  isLine: (element) => element === 'w:p' || element === 'w:br',
  isGap: (element) => element === 'w:tab' || element === 'w:tc',
};

/**
 * Skips cells of the type `s`: they contain the number of a shared string, and shared strings are read from their own
 * part.
 */
export const SHEET: Markup = {
  isXml: true,
  isHidden: (element, { t }) => element === 'rPh' || element === 'f' || (element === 'c' && t === 's'),
  shown: names('t v'),
  isLine: (element) => element === 'row' || element === 'si' || element === 'comment',
  isGap: (element) => element === 'c',
};

export const SLIDE: Markup = {
  isXml: true,
  isHidden: (element) => element === 'mc:Fallback',
  shown: names('a:t'),
  isLine: (element) => element === 'a:p' || element === 'a:br',
  isGap: (element) => element === 'a:tab' || element === 'a:tc',
};

const OPEN_DOCUMENT_LINES = names('text:p text:h text:line-break table:table-row');
const OPEN_DOCUMENT_GAPS = names('text:s text:tab table:table-cell');
export const OPEN_DOCUMENT: Markup = {
  isXml: true,
  isHidden: (element) => element === 'text:tracked-changes',
  shown: names('text:p text:h'),
  isLine: (element) => OPEN_DOCUMENT_LINES.has(element),
  isGap: (element) => OPEN_DOCUMENT_GAPS.has(element),
};
