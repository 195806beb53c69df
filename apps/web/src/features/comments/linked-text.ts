import { findMentions, type Mentioned } from './mentions/mention-text.ts';

export interface TextPart {
  readonly text: string;
  /** Undefined if the part is no link. */
  readonly href?: string;
  /** Undefined if the part mentions nobody. */
  readonly person?: Mentioned;
}

const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/giu;
/** At the end of a URL, these characters usually belong to the sentence. */
const END = /[.,;:!?'’…]+$/u;

/** Splits a text: web URLs become links, mentioned names stand out, and everything else stays text. */
export function linkedText(text: string, mentions: readonly Mentioned[] = []): readonly TextPart[] {
  return withLinks(text).flatMap((part) =>
    part.href === undefined ? withNames(part.text, mentions) : [part],
  );
}

function withNames(text: string, mentions: readonly Mentioned[]): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { start, end, person } of findMentions(text, mentions)) {
    if (start > at) parts.push({ text: text.slice(at, start) });
    parts.push({ text: text.slice(start, end), person });
    at = end;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

function withLinks(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutEnd(found);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (index > at) parts.push({ text: text.slice(at, index) });
    parts.push({ text: address, href });
    at = index + address.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}

/** Removes punctuation from the end of a URL. A closing bracket stays only if the URL contains the opening one. */
function withoutEnd(found: string): string {
  const address = found.replace(END, '');
  const isLoose = address.endsWith(')') && address.split('(').length < address.split(')').length;
  return isLoose ? withoutEnd(address.slice(0, -1)) : address;
}

function hrefOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url === null || url.host === '' ? undefined : url.href;
}
