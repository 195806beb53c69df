export const KIND = { object: 0, array: 1, text: 2, number: 3, word: 4 } as const;

/** The values of a JSON text in file order, as offsets into the text. Nothing is rounded, merged or lost. */
export interface JsonIndex {
  readonly text: string;
  readonly length: number;
  readonly kind: Uint8Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Offset of the value's name, or -1 if it has none. */
  readonly name: Int32Array;
  readonly parent: Int32Array;
  /** Position of the value among its siblings. */
  readonly position: Int32Array;
  readonly count: Int32Array;
  /** Index of the next value that is not inside this one. */
  readonly next: Int32Array;
  readonly depth: Int32Array;
}

export type JsonEnd = JsonIndex | { readonly invalidLine: number } | 'too many' | 'empty';

export const VALUES_MAX = 2_000_000;

const SPACE = /[\t\n\r ]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /true|false|null/y;

/** Iterative, so that deep nesting cannot overflow the stack. @see RFC 8259 */
export function indexJson(source: string): JsonEnd {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  if (text.trim() === '') return 'empty';
  const scan = new Scan(text);
  const end = scan.run();
  if (end !== 'valid') return end === 'too many' ? end : { invalidLine: lineOf(text, scan.at) };
  return scan.index();
}

class Scan {
  at = 0;
  private readonly text: string;
  private length = 0;
  private capacity = 1_024;
  private kind = new Uint8Array(this.capacity);
  private numbers = {
    from: new Int32Array(this.capacity),
    to: new Int32Array(this.capacity),
    name: new Int32Array(this.capacity),
    parent: new Int32Array(this.capacity),
    position: new Int32Array(this.capacity),
    count: new Int32Array(this.capacity),
    next: new Int32Array(this.capacity),
    depth: new Int32Array(this.capacity),
  };

  constructor(text: string) {
    this.text = text;
  }

  run(): 'valid' | 'invalid' | 'too many' {
    let open = -1;
    for (;;) {
      if (this.length === VALUES_MAX) return 'too many';
      const container = this.value(open);
      if (container === undefined) return 'invalid';
      if (container >= 0) {
        this.skip(SPACE);
        open = container;
        if (!this.isClosing(open)) continue;
      }
      // A value is followed by a comma, or by the end of one or more containers.
      for (;;) {
        this.skip(SPACE);
        if (open < 0) return this.at === this.text.length ? 'valid' : 'invalid';
        if (this.text[this.at] === ',' && (this.numbers.count[open] ?? 0) > 0) {
          this.at += 1;
          break;
        }
        if (!this.isClosing(open)) return 'invalid';
        this.at += 1;
        this.numbers.to[open] = this.at;
        this.numbers.next[open] = this.length;
        open = this.numbers.parent[open] ?? -1;
      }
    }
  }

  index(): JsonIndex {
    const { length, kind, numbers, text } = this;
    return {
      text,
      length,
      kind: kind.slice(0, length),
      from: numbers.from.slice(0, length),
      to: numbers.to.slice(0, length),
      name: numbers.name.slice(0, length),
      parent: numbers.parent.slice(0, length),
      position: numbers.position.slice(0, length),
      count: numbers.count.slice(0, length),
      next: numbers.next.slice(0, length),
      depth: numbers.depth.slice(0, length),
    };
  }

  /** Reads one value. Returns its index if it opens a container and -1 if not; undefined if it is invalid. */
  private value(parent: number): number | undefined {
    this.skip(SPACE);
    let name = -1;
    if (parent >= 0 && this.kind[parent] === KIND.object) {
      name = this.at;
      if (!this.skipString()) return undefined;
      this.skip(SPACE);
      if (this.text[this.at] !== ':') return undefined;
      this.at += 1;
      this.skip(SPACE);
    }
    const from = this.at;
    const first = this.text[from];
    if (first === '{' || first === '[') {
      this.at += 1;
      return this.add({ kind: first === '{' ? KIND.object : KIND.array, from, name, parent });
    }
    const kind = first === '"' ? KIND.text : /[-\d]/.test(first ?? '') ? KIND.number : KIND.word;
    const isSkipped =
      kind === KIND.text ? this.skipString() : this.skip(kind === KIND.number ? NUMBER : WORD);
    if (!isSkipped) return undefined;
    this.add({ kind, from, name, parent });
    return -1;
  }

  private add(value: { kind: number; from: number; name: number; parent: number }): number {
    if (this.length === this.capacity) this.grow();
    const { numbers, length } = this;
    const { parent } = value;
    this.kind[length] = value.kind;
    numbers.from[length] = value.from;
    numbers.to[length] = this.at;
    numbers.name[length] = value.name;
    numbers.parent[length] = parent;
    numbers.next[length] = length + 1;
    numbers.count[length] = 0;
    numbers.position[length] = parent < 0 ? 0 : (numbers.count[parent] ?? 0);
    numbers.depth[length] = parent < 0 ? 0 : (numbers.depth[parent] ?? 0) + 1;
    if (parent >= 0) numbers.count[parent] = (numbers.count[parent] ?? 0) + 1;
    this.length += 1;
    return length;
  }

  private grow(): void {
    this.capacity = Math.min(VALUES_MAX, this.capacity * 4);
    const grown = (old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(this.capacity);
      copy.set(old);
      return copy;
    };
    const kind = new Uint8Array(this.capacity);
    kind.set(this.kind);
    this.kind = kind;
    const { numbers: old } = this;
    this.numbers = {
      from: grown(old.from),
      to: grown(old.to),
      name: grown(old.name),
      parent: grown(old.parent),
      position: grown(old.position),
      count: grown(old.count),
      next: grown(old.next),
      depth: grown(old.depth),
    };
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    if (!pattern.test(this.text)) return false;
    this.at = pattern.lastIndex;
    return true;
  }

  /** Reads character by character, because a regular expression would overflow its stack in a text of many MB. */
  private skipString(): boolean {
    if (this.text[this.at] !== '"') return false;
    this.at += 1;
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === 0x5c) {
        if (!this.skip(ESCAPE)) return false;
        continue;
      }
      // Also true past the end of the text, where the code is NaN.
      if (!(code >= 0x20)) return false;
      this.at += 1;
      if (code === 0x22) return true;
    }
  }

  private isClosing(open: number): boolean {
    return this.text[this.at] === (this.kind[open] === KIND.object ? '}' : ']');
  }
}

function lineOf(text: string, at: number): number {
  let line = 1;
  for (
    let newline = text.indexOf('\n');
    newline >= 0 && newline < at;
    newline = text.indexOf('\n', newline + 1)
  )
    line += 1;
  return line;
}
