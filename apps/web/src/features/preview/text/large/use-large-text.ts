import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { FreshUrl } from '../../fetching/fresh-url.ts';
import { startWorker } from '../../../../lib/trusted-types.ts';
import type { LineQuery } from './find-lines.ts';
import type { LargeTextEncoding, LargeTextMessage, LargeTextRequest } from './large-text-protocol.ts';
import workerUrl from './large-text.worker.ts?worker&url';
import { LineIndex } from './line-index.ts';
import { type Block, type Blocks, linesIn, useBlocks } from './use-blocks.ts';

export interface FoundLines {
  readonly lines: readonly number[];
  readonly isDone: boolean;
  /** Whether the search ended because the file could not be read. */
  readonly isFailed: boolean;
}

export interface LargeText extends Blocks {
  readonly state: 'opening' | 'open' | 'unsupported' | 'failed';
  readonly encoding: LargeTextEncoding;
  readonly lineCount: number;
  readonly readBytes: number;
  readonly isDone: boolean;
  readonly found: FoundLines | undefined;
  readonly find: (query: LineQuery | undefined) => void;
}

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
  const worker = useRef<Worker>(undefined);
  const index = useRef(new LineIndex());
  const { found, find, addFound } = useSearch(worker, { encoding: progress.encoding, freshUrl });
  const [blocks] = useState(() => new Map<number, Block>());
  const shown = useBlocks(blocks, { index, ...progress, freshUrl });
  useEffect(() => {
    const started = startWorker(new URL(workerUrl, location.href), { name: 'large-text' });
    worker.current = started;
    const lines = new LineIndex();
    index.current = lines;
    started.onmessage = ({ data }: MessageEvent<LargeTextMessage>) => {
      switch (data.type) {
        case 'started':
          if (data.beginning !== undefined)
            blocks.set(0, { lines: linesIn(data.beginning), isFailed: false });
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
          addFound(data);
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
  }, [url, blocks, addFound]);
  return { ...progress, ...shown, found, find };
}

interface SearchSource {
  readonly encoding: LargeTextEncoding;
  readonly freshUrl: FreshUrl;
}

interface Search extends Pick<LargeText, 'found' | 'find'> {
  readonly addFound: (found: Extract<LargeTextMessage, { type: 'found' }>) => void;
}

function useSearch(worker: RefObject<Worker | undefined>, { encoding, freshUrl }: SearchSource): Search {
  const [found, setFound] = useState<FoundLines>();
  const searchId = useRef(0);
  const addFound: Search['addFound'] = useCallback(({ id, lines, isDone, isFailed }) => {
    if (id === searchId.current)
      setFound((last) => ({ lines: [...(last?.lines ?? []), ...lines], isDone, isFailed }));
  }, []);
  const find: Search['find'] = (query) => {
    searchId.current += 1;
    const id = searchId.current;
    setFound(query === undefined ? undefined : { lines: [], isDone: false, isFailed: false });
    void (async () => {
      const [renewed] = await Promise.allSettled([query === undefined ? '' : freshUrl()]);
      if (id !== searchId.current) return;
      if (renewed.status === 'rejected') {
        setFound({ lines: [], isDone: true, isFailed: true });
        return;
      }
      const request: LargeTextRequest =
        query === undefined ? { type: 'stop' } : { type: 'find', id, url: renewed.value, encoding, ...query };
      worker.current?.postMessage(request);
    })();
  };
  return { found, find, addFound };
}
