import { MIB } from '@coffer/kit';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { fetchFileBytes } from '../../../../api/file-bytes.ts';
import type { FreshUrl } from '../../fetching/fresh-url.ts';
import { startWorker } from '../../../../lib/trusted-types.ts';
import type { LineQuery } from './find-lines.ts';
import {
  BLOCK_LINES,
  type LargeTextEncoding,
  type LargeTextMessage,
  type LargeTextRequest,
} from './large-text-protocol.ts';
import workerUrl from './large-text.worker.ts?worker&url';
import { LineIndex } from './line-index.ts';

const BLOCK_BYTES_MAX = 2 * MIB;
const BLOCKS_MAX = 60;
const LINE_LENGTH_MAX = 2_000;

export interface FoundLines {
  readonly lines: readonly number[];
  readonly isDone: boolean;
}

export interface LargeText {
  readonly state: 'opening' | 'open' | 'unsupported' | 'failed';
  readonly encoding: LargeTextEncoding;
  readonly lineCount: number;
  readonly readBytes: number;
  readonly isDone: boolean;
  /** Text of a line. Undefined until it is loaded. */
  readonly line: (number: number) => string | undefined;
  /** Reads these lines unless they are loaded. */
  readonly need: (first: number, last: number) => void;
  readonly found: FoundLines | undefined;
  readonly find: (query: LineQuery | undefined) => void;
}

/** The lines of a block, once they are loaded. */
type Block = readonly string[] | 'loading';

type Progress = Pick<LargeText, 'state' | 'encoding' | 'lineCount' | 'readBytes' | 'isDone'>;

const INITIAL: Progress = {
  state: 'opening',
  encoding: 'utf-8',
  lineCount: 0,
  readBytes: 0,
  isDone: false,
};

/** Indexes the lines of a large text, and loads only the visible ones. */
export function useLargeText(url: string, freshUrl: FreshUrl): LargeText {
  const [progress, setProgress] = useState(INITIAL);
  const [found, setFound] = useState<FoundLines>();
  const worker = useRef<Worker>(undefined);
  const index = useRef(new LineIndex());
  const searchId = useRef(0);
  const [blocks] = useState(() => new Map<number, Block>());
  const shown = useBlocks(blocks, { index, progress, freshUrl });
  useEffect(() => {
    const started = startWorker(new URL(workerUrl, location.href), { name: 'large-text' });
    worker.current = started;
    const lines = new LineIndex();
    index.current = lines;
    started.onmessage = ({ data }: MessageEvent<LargeTextMessage>) => {
      switch (data.type) {
        case 'started':
          if (data.beginning !== undefined) blocks.set(0, linesIn(data.beginning));
          setProgress({ ...INITIAL, state: 'open', encoding: data.encoding });
          break;
        case 'lines':
          lines.append(data.starts, data.readBytes);
          setProgress((last) => ({
            ...last,
            lineCount: lines.lineCount,
            readBytes: data.readBytes,
            isDone: data.isDone,
          }));
          break;
        case 'found':
          if (data.id !== searchId.current) break;
          setFound((last) => ({ lines: [...(last?.lines ?? []), ...data.lines], isDone: data.isDone }));
          break;
        case 'unsupported':
        case 'failed':
          setProgress({ ...INITIAL, state: data.type });
          break;
      }
    };
    started.onerror = () => setProgress({ ...INITIAL, state: 'failed' });
    started.postMessage({ type: 'read', url } satisfies LargeTextRequest);
    return () => started.terminate();
  }, [url, blocks]);
  return {
    ...progress,
    ...shown,
    found,
    find: (query) => {
      searchId.current += 1;
      const id = searchId.current;
      setFound(query === undefined ? undefined : { lines: [], isDone: false });
      void (async () => {
        const fresh = await freshUrl();
        if (id !== searchId.current) return;
        const request: LargeTextRequest =
          query === undefined
            ? { type: 'stop' }
            : { type: 'find', id, url: fresh, encoding: progress.encoding, ...query };
        worker.current?.postMessage(request);
      })();
    },
  };
}

interface BlockSource {
  readonly index: RefObject<LineIndex>;
  readonly progress: Progress;
  readonly freshUrl: FreshUrl;
}

function useBlocks(
  blocks: Map<number, Block>,
  { index, progress: { encoding, isDone }, freshUrl }: BlockSource,
): Pick<LargeText, 'line' | 'need'> {
  const [, setCount] = useState(0);
  const readBlock = async (block: number): Promise<void> => {
    blocks.set(block, 'loading');
    const [read] = await Promise.allSettled([
      freshUrl().then(async (url) => await readLines({ index: index.current, block, url, encoding })),
    ]);
    // A block that failed is requested again when it scrolls into view.
    if (read.status === 'rejected') blocks.delete(block);
    else blocks.set(block, read.value);
    for (const old of blocks.keys()) {
      if (blocks.size <= BLOCKS_MAX) break;
      blocks.delete(old);
    }
    setCount((count) => count + 1);
  };
  return {
    line: (number) => {
      const block = blocks.get(Math.floor(number / BLOCK_LINES));
      return block === undefined || block === 'loading' ? undefined : (block[number % BLOCK_LINES] ?? '');
    },
    need: (first, last) => {
      for (let block = Math.floor(first / BLOCK_LINES); block * BLOCK_LINES <= last; block += 1) {
        const isWhole = isDone || index.current.startOf((block + 1) * BLOCK_LINES) !== undefined;
        if (isWhole && !blocks.has(block)) void readBlock(block);
      }
    },
  };
}

interface BlockPlace {
  readonly index: LineIndex;
  readonly block: number;
  readonly url: string;
  readonly encoding: LargeTextEncoding;
}

async function readLines({ index, block, url, encoding }: BlockPlace): Promise<readonly string[]> {
  const first = index.startOf(block * BLOCK_LINES) ?? 0;
  const end = index.startOf((block + 1) * BLOCK_LINES) ?? index.readBytes;
  if (end <= first) return [];
  const last = Math.min(end, first + BLOCK_BYTES_MAX) - 1;
  const bytes = await fetchFileBytes(url, { range: [first, last] });
  return linesIn(new TextDecoder(encoding).decode(bytes));
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').map((line) => truncate(line.endsWith('\r') ? line.slice(0, -1) : line));
}

function truncate(line: string): string {
  return line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line;
}
