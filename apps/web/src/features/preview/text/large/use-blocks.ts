import { type RefObject, useEffect, useRef, useState } from 'react';
import { fetchRange } from '../../fetching/fetch-range.ts';
import type { FreshUrl } from '../../fetching/fresh-url.ts';
import { type BlockPart, partsOf } from './block-parts.ts';
import { BLOCK_LINES, type LargeTextEncoding } from './large-text-protocol.ts';
import type { LineIndex } from './line-index.ts';

const BLOCKS_MAX = 60;
const LINE_LENGTH_MAX = 2_000;
const PARTS_AT_ONCE = 6;

/** Lines that are read together. A line is undefined until it is read. */
export interface Block {
  lines: (string | undefined)[];
  isFailed: boolean;
}

export interface Blocks {
  /** Text of a line. Undefined until it is read. */
  readonly line: (number: number) => string | undefined;
  /** Reads these lines, unless that has been tried. */
  readonly need: (first: number, last: number) => void;
  readonly hasFailed: boolean;
  /** Reads the lines that failed again, once they are needed. */
  readonly retry: () => void;
}

interface BlockSource {
  readonly index: RefObject<LineIndex>;
  readonly encoding: LargeTextEncoding;
  /** Whether the index has all lines. */
  readonly isDone: boolean;
  readonly freshUrl: FreshUrl;
}

export function useBlocks(
  blocks: Map<number, Block>,
  { index, encoding, isDone, freshUrl }: BlockSource,
): Blocks {
  const [, setCount] = useState(0);
  const render = (): void => setCount((count) => count + 1);
  const closed = useRef(new AbortController());
  useEffect(() => {
    const abort = new AbortController();
    closed.current = abort;
    return () => abort.abort();
  }, []);
  const readPart = async (block: Block, { from, to, line, count }: BlockPart): Promise<void> => {
    const { signal } = closed.current;
    const bytes = await fetchRange({ freshUrl, range: [from, to - 1], signal });
    // The end of a beginning may be half a character, which `stream` leaves out.
    const text = new TextDecoder(encoding).decode(bytes, { stream: true });
    block.lines.splice(line, count, ...linesIn(text).slice(0, count));
    render();
  };
  const readBlock = async (number: number): Promise<void> => {
    const block: Block = { lines: Array.from({ length: BLOCK_LINES }, () => undefined), isFailed: false };
    blocks.set(number, block);
    for (const old of blocks.keys()) {
      if (blocks.size <= BLOCKS_MAX) break;
      blocks.delete(old);
    }
    const parts = partsOf(startsOf(index.current, number))[Symbol.iterator]();
    const readAll = async (): Promise<void> => {
      for (const part of parts) await readPart(block, part);
    };
    const ends = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, readAll));
    if (closed.current.signal.aborted || ends.every(({ status }) => status === 'fulfilled')) return;
    block.isFailed = true;
    render();
  };
  return {
    line: (number) => blocks.get(Math.floor(number / BLOCK_LINES))?.lines[number % BLOCK_LINES],
    need: (first, last) => {
      for (let block = Math.floor(first / BLOCK_LINES); block * BLOCK_LINES <= last; block += 1) {
        const isWhole = isDone || index.current.startOf((block + 1) * BLOCK_LINES) !== undefined;
        if (isWhole && !blocks.has(block)) void readBlock(block);
      }
    },
    hasFailed: Array.from(blocks.values()).some(({ isFailed }) => isFailed),
    retry: () => {
      for (const [number, { isFailed }] of blocks) if (isFailed) blocks.delete(number);
      render();
    },
  };
}

export function linesIn(text: string): string[] {
  return text.split('\n').map((line) => truncate(line.endsWith('\r') ? line.slice(0, -1) : line));
}

/** Offsets of the lines of a block, and the end of the last one. */
function startsOf(index: LineIndex, block: number): readonly number[] {
  const starts: number[] = [];
  for (let line = block * BLOCK_LINES; line <= (block + 1) * BLOCK_LINES; line += 1) {
    const start = index.startOf(line);
    starts.push(start ?? index.readBytes);
    if (start === undefined) break;
  }
  return starts;
}

function truncate(line: string): string {
  return line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line;
}
