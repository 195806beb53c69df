import { extensionOf } from '@coffer/contracts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { startWorker } from '../../../lib/trusted-types.ts';
import type { Cut } from './csv-index.ts';
import type { Wish } from './csv-table.ts';
import type { TableFacts, TableNews, TableRefusal, TableRequest, TableRow } from './table-protocol.ts';
import workerUrl from './table.worker.ts?worker&url';
import type { ViewedNode } from '../viewer.ts';

const BLOCK_ROWS = 100;
const BLOCKS_KEPT = 40;

interface TableState {
  readonly facts: TableFacts | undefined;
  /** All that were read. */
  readonly total: number;
  readonly isDone: boolean;
  readonly cut: Cut | undefined;
  readonly isFailed: boolean;
  /** Undefined when the file could not be fetched. */
  readonly why: TableRefusal | undefined;
  /** Of a workbook. */
  readonly sheets: readonly string[];
  readonly sheet: number;
  readonly view: number;
  /** Undefined: all, in the order of the file. */
  readonly found: number | undefined;
  readonly isOrdering: boolean;
  readonly blocks: ReadonlyMap<number, readonly TableRow[]>;
}

const START: TableState = {
  facts: undefined,
  total: 0,
  isDone: false,
  cut: undefined,
  isFailed: false,
  why: undefined,
  sheets: [],
  sheet: 0,
  view: 0,
  found: undefined,
  isOrdering: false,
  blocks: new Map(),
};

interface TableSource {
  readonly url: string;
  readonly isWorkbook: boolean;
}

export interface Table extends TableState {
  readonly rowCount: number;
  readonly row: (place: number) => TableRow | undefined;
  readonly need: (first: number, last: number) => void;
  readonly order: (wish: Wish) => void;
  readonly choose: (sheet: number) => void;
  /** Rows of the view in one piece, which are not kept. */
  readonly beginning: (count: number) => Promise<readonly TableRow[]>;
}

const FIRST_NEWS_MS = 60_000;

/** A worker holds the file and answers for the visible part. */
export function useTable(node: ViewedNode, { url, isWorkbook }: TableSource): Table {
  const [state, setState] = useState(START);
  const worker = useRef<Worker>(undefined);
  const asked = useRef(new Set<number>());
  const viewNow = useRef(0);
  const { hear, ask: beginning } = useBeginning(worker);
  useEffect(() => {
    const started = startWorker(new URL(workerUrl, location.href), { name: 'table' });
    worker.current = started;
    const timer = setTimeout(() => {
      started.terminate();
      setState((now) => withNews(now, { say: 'failed', why: 'silent' }));
    }, FIRST_NEWS_MS);
    started.onmessage = ({ data }: MessageEvent<TableNews>) => {
      clearTimeout(timer);
      if (data.say === 'beginning') hear(data.rows);
      if (data.say === 'ordered') asked.current.clear();
      if (data.say === 'rows') asked.current.delete(data.first / BLOCK_ROWS);
      setState((now) => withNews(now, data));
    };
    started.onerror = (event) => {
      event.preventDefault();
      setState((now) => withNews(now, isWorkbook ? { say: 'failed', why: 'damaged' } : { say: 'failed' }));
    };
    started.postMessage(openingOf(node.name, { sizeBytes: node.sizeBytes ?? 0, url, isWorkbook }));
    return () => {
      clearTimeout(timer);
      started.terminate();
    };
  }, [node.name, node.sizeBytes, url, isWorkbook, hear]);

  const rowCount = state.found ?? state.total;
  const need = (first: number, last: number): void => {
    for (let block = Math.floor(first / BLOCK_ROWS); block <= Math.floor(last / BLOCK_ROWS); block += 1) {
      // The last block grows while the file is read.
      const there = Math.min(BLOCK_ROWS, rowCount - block * BLOCK_ROWS);
      const held = state.blocks.get(block)?.length ?? -1;
      if (held >= there || asked.current.has(block)) continue;
      asked.current.add(block);
      const request = {
        ask: 'rows',
        view: state.view,
        first: block * BLOCK_ROWS,
        count: BLOCK_ROWS,
      } as const;
      worker.current?.postMessage(request satisfies TableRequest);
    }
  };
  const order = (wish: Wish): void => {
    viewNow.current += 1;
    const view = viewNow.current;
    setState((now) => ({ ...now, isOrdering: true }));
    worker.current?.postMessage({ ask: 'order', view, wish } satisfies TableRequest);
  };
  const choose = (sheet: number): void => {
    viewNow.current += 1;
    const view = viewNow.current;
    asked.current.clear();
    setState(({ sheets }) => ({ ...START, sheets, sheet, view }));
    worker.current?.postMessage({ ask: 'sheet', view, sheet } satisfies TableRequest);
  };
  return {
    ...state,
    rowCount,
    row: (place) => state.blocks.get(Math.floor(place / BLOCK_ROWS))?.[place % BLOCK_ROWS],
    need,
    order,
    choose,
    beginning,
  };
}

type Opening = Extract<TableRequest, { ask: 'open' }>;

function openingOf(name: string, rest: Omit<Opening, 'ask' | 'delimiter'>): Opening {
  const delimiter = /^(?:tsv|tab)$/.test(extensionOf(name) ?? '') ? '\t' : undefined;
  return { ask: 'open', delimiter, ...rest };
}

interface Beginning {
  readonly hear: (rows: readonly TableRow[]) => void;
  readonly ask: Table['beginning'];
}

function useBeginning(worker: RefObject<Worker | undefined>): Beginning {
  const awaited = useRef<(rows: readonly TableRow[]) => void>(undefined);
  return {
    hear: useCallback((rows) => awaited.current?.(rows), []),
    ask: async (count) => {
      const { promise, resolve } = Promise.withResolvers<readonly TableRow[]>();
      awaited.current = resolve;
      worker.current?.postMessage({ ask: 'beginning', count } satisfies TableRequest);
      return await promise;
    },
  };
}

function withNews(now: TableState, news: TableNews): TableState {
  switch (news.say) {
    case 'facts':
      return { ...now, facts: news.facts };
    case 'read':
      return { ...now, total: news.rows, isDone: news.isDone, cut: news.cut };
    case 'failed':
      return { ...now, isFailed: true, why: news.why };
    case 'sheets':
      return { ...now, sheets: news.names };
    case 'ordered':
      return { ...now, view: news.view, found: news.rows, isOrdering: false, blocks: new Map() };
    case 'beginning':
      return now;
    case 'rows': {
      if (news.view !== now.view) return now;
      const kept = Array.from(now.blocks).slice(-BLOCKS_KEPT);
      return { ...now, blocks: new Map([...kept, [news.first / BLOCK_ROWS, news.rows] as const]) };
    }
  }
}
