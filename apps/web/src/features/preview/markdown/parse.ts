import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { isLinkAddress, pictureSourceOf } from './addresses.ts';
import type { Heading, MarkdownPage, Piece, Plain } from './piece.ts';

type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root['children'][number];
type NodeOf<Type extends Nodes['type']> = Extract<Nodes, { type: Type }>;

const DEPTH_MAX = 60;
/** Rendering more pieces would block the page. */
const PIECES_MAX = 60_000;

/** Undefined if the text has too many pieces to be rendered. */
export function parseMarkdown(source: string, piecesMax = PIECES_MAX): MarkdownPage | undefined {
  const { front, body } = splitFrontMatter(source);
  const root = fromMarkdown(body, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const reader = new Reader(root.children, piecesMax);
  const pieces = [...reader.piecesOf(root.children, 0), ...reader.notes()];
  const { headings, words, count } = reader;
  if (count > piecesMax) return undefined;
  const first: Piece[] = front === undefined ? [] : [{ kind: 'block', text: front, language: 'yaml' }];
  return { pieces: [...first, ...pieces], headings, words, count };
}

/** Splits off YAML front matter, which is not part of the text. */
function splitFrontMatter(source: string): { readonly front: string | undefined; readonly body: string } {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const opening = /^---[ \t]*\r?\n/.exec(text)?.[0];
  if (opening === undefined) return { front: undefined, body: text };
  const closing = /\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/g;
  closing.lastIndex = opening.length - 1;
  const end = closing.exec(text);
  if (end === null) return { front: undefined, body: text };
  return { front: text.slice(opening.length, end.index), body: text.slice(closing.lastIndex) };
}

const PLAIN: Partial<Record<Nodes['type'], Plain>> = {
  paragraph: 'paragraph',
  blockquote: 'quote',
  emphasis: 'emphasis',
  strong: 'strong',
  delete: 'deleted',
};

class Reader {
  readonly headings: Heading[] = [];
  count = 0;
  words = 0;
  private readonly definitions = new Map<string, NodeOf<'definition'>>();
  private readonly footnotes = new Map<string, NodeOf<'footnoteDefinition'>>();
  private readonly referenced: string[] = [];
  private readonly slugs = new Map<string, number>();

  private readonly piecesMax: number;

  constructor(children: readonly Nodes[], piecesMax: number) {
    this.piecesMax = piecesMax;
    const waiting: Nodes[] = [...children];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      // The first definition of a name applies.
      if (node.type === 'definition') this.definitions.set(node.identifier, node);
      else if (node.type === 'footnoteDefinition') this.footnotes.set(node.identifier, node);
      if ('children' in node) for (const child of node.children) waiting.push(child);
    }
  }

  piecesOf(nodes: readonly Nodes[], depth: number): readonly Piece[] {
    if (depth > DEPTH_MAX) return ['…'];
    const pieces: Piece[] = [];
    for (const node of nodes) {
      this.count += 1;
      if (this.count > this.piecesMax) break;
      const piece = this.pieceOf(node, depth);
      if (piece !== undefined) pieces.push(piece);
    }
    return pieces;
  }

  /** The footnotes in the order of their references. A footnote may refer to another one. */
  notes(): readonly Piece[] {
    const notes: Piece[] = [];
    for (let index = 0; index < this.referenced.length; index += 1) {
      const identifier = this.referenced[index] ?? '';
      const children = this.piecesOf(this.footnotes.get(identifier)?.children ?? [], 1);
      notes.push({ kind: 'note', number: index + 1, id: noteId(index + 1), children });
    }
    return notes;
  }

  private pieceOf(node: Nodes, depth: number): Piece | undefined {
    const plain = PLAIN[node.type];
    if (plain !== undefined && 'children' in node)
      return { kind: plain, children: this.childrenOf(node, depth) };
    if (node.type === 'text') {
      this.words += node.value.split(/\s+/).filter((word) => word !== '').length;
      return node.value;
    }
    if (node.type === 'inlineCode') return { kind: 'code', text: node.value };
    if (node.type === 'code') return { kind: 'block', text: node.value, language: node.lang ?? undefined };
    if (node.type === 'html') return htmlPiece(node.value);
    if (node.type === 'break') return { kind: 'break' };
    if (node.type === 'thematicBreak') return { kind: 'rule' };
    if (node.type === 'heading') return this.headingOf(node, depth);
    if (node.type === 'table') return this.tableOf(node, depth);
    if (node.type === 'list') {
      const start = node.ordered === true ? (node.start ?? 1) : undefined;
      return { kind: 'list', start, children: this.childrenOf(node, depth) };
    }
    if (node.type === 'listItem')
      return { kind: 'item', isDone: node.checked ?? undefined, children: this.childrenOf(node, depth) };
    return this.referenceOf(node, depth);
  }

  private referenceOf(node: Nodes, depth: number): Piece | undefined {
    if (node.type === 'link') return this.linkOf(node, depth);
    if (node.type === 'image') return pictureOf(node);
    if (node.type === 'footnoteReference') {
      if (!this.referenced.includes(node.identifier)) this.referenced.push(node.identifier);
      const number = this.referenced.indexOf(node.identifier) + 1;
      return { kind: 'mark', number, id: noteId(number) };
    }
    if (node.type !== 'linkReference' && node.type !== 'imageReference') return undefined;
    const { url = '' } = this.definitions.get(node.identifier) ?? {};
    if (node.type === 'imageReference') return pictureOf({ url, alt: node.alt });
    return this.linkOf({ url, children: node.children }, depth);
  }

  private childrenOf(node: { readonly children: readonly Nodes[] }, depth: number): readonly Piece[] {
    return this.piecesOf(node.children, depth + 1);
  }

  private headingOf(node: NodeOf<'heading'>, depth: number): Piece {
    const children = this.childrenOf(node, depth);
    const text = plainTextOf(children).trim();
    const id = this.slugOf(text);
    if (text !== '') this.headings.push({ id, depth: node.depth, text });
    return { kind: 'heading', depth: node.depth, id, children };
  }

  private linkOf({ url, children }: Pick<NodeOf<'link'>, 'url' | 'children'>, depth: number): Piece {
    const pieces = this.piecesOf(children, depth + 1);
    if (url.startsWith('#'))
      return { kind: 'jump', id: decodeFragment(url.slice(1)).toLowerCase(), children: pieces };
    if (isLinkAddress(url)) return { kind: 'link', address: url, children: pieces };
    return { kind: 'html', children: pieces };
  }

  private tableOf({ align, children }: NodeOf<'table'>, depth: number): Piece {
    const rows = children.map((row) => row.children.map((cell) => this.childrenOf(cell, depth + 2)));
    return { kind: 'table', align: align ?? [], rows };
  }

  /** The id of a heading, as most renderers build it: lower case, without punctuation, numbered if repeated. */
  private slugOf(text: string): string {
    const plain = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    const seen = this.slugs.get(plain) ?? 0;
    this.slugs.set(plain, seen + 1);
    return seen === 0 ? plain : `${plain}-${seen}`;
  }
}

function noteId(number: number): string {
  return `note-${number}`;
}

/** HTML is shown as text. Only `<br>` takes effect, and comments are hidden. */
function htmlPiece(value: string): Piece | undefined {
  if (/^<br\s*\/?>$/i.test(value)) return { kind: 'break' };
  if (value.startsWith('<!--') && value.indexOf('-->') === value.length - 3) return undefined;
  return { kind: 'html', children: [value] };
}

function pictureOf({ url, alt }: Pick<NodeOf<'image'>, 'url' | 'alt'>): Piece {
  return { kind: 'picture', alt: alt ?? '', source: pictureSourceOf(url) };
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (error instanceof URIError) return fragment;
    throw error;
  }
}

function plainTextOf(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      if (piece.kind === 'code') return piece.text;
      return 'children' in piece ? plainTextOf(piece.children) : '';
    })
    .join('');
}
