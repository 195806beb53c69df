import { extensionOf } from '@coffer/contracts';
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { startWorker } from '../../../lib/trusted-types.ts';
import type { Truncation } from './csv-index.ts';
import type { Order } from './csv-table.ts';
import type { TableFacts, TableMessage, TableError, TableRequest, TableRow } from './table-protocol.ts';
import workerUrl from './table.worker.ts?worker&url';
import type { ViewedNode } from '../viewer.ts';

const BLOCK_ROWS = 100;
const BLOCKS_MAX = 40;

interface TableState {
  readonly facts: TableFacts | undefined;
  /** Number of rows read so far. */
  readonly total: number;
  readonly isDone: boolean;
  readonly truncation: Truncation | undefined;
  readonly isFailed: boolean;
  /** Undefined if reading has not failed, or failed for an unknown reason. */
  readonly reason: TableError | undefined;
  /** Sheet names of a workbook. */
  readonly sheets: readonly string[];
  readonly sheet: number;
  readonly view: number;
  /** Number of rows in a sorted or filtered view. Undefined if all rows are shown in file order. */
  readonly found: number | undefined;
  readonly isOrdering: boolean;
  readonly blocks: ReadonlyMap<number, readonly TableRow[]>;
}

const START: TableState = {
  facts: undefined,
  total: 0,
  isDone: false,
  truncation: undefined,
  isFailed: false,
  reason: undefined,
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
  readonly order: (wish: Order) => void;
  readonly choose: (sheet: number) => void;
  /** Fetches the first rows of the view in one message. The rows are not cached. */
  readonly beginning: (count: number) => Promise<readonly TableRow[]>;
}

/** The time from when bytes arrived to the first rows. */
const FIRST_ROWS_MS = 60_000;

/** Reads a table in a worker, which holds the file and sends the visible rows on request. */
export function useTable(node: ViewedNode, { url, isWorkbook }: TableSource): Table {
  const [state, setState] = useState(START);
  const worker = useRef<Worker>(undefined);
  const requested = useRef(new Set<number>());
  const lastView = useRef(0);
  const { resolve, ask: beginning } = useBeginning(worker);
  useEffect(() => {
    const started = startWorker(new URL(workerUrl, location.href), { name: 'table' });
    worker.current = started;
    const limit = createLimit(() => {
      started.terminate();
      setState((now) => reduce(now, { type: 'failed', reason: 'silent' }));
    });
    started.onmessage = ({ data }: MessageEvent<TableMessage>) => {
      limit.note(data);
      if (data.type === 'beginning') resolve(data.rows);
      if (data.type === 'ordered') requested.current.clear();
      if (data.type === 'rows') requested.current.delete(data.first / BLOCK_ROWS);
      setState((now) => reduce(now, data));
    };
    started.onerror = (event) => {
      event.preventDefault();
      setState((now) => reduce(now, isWorkbook ? { type: 'failed', reason: 'damaged' } : { type: 'failed' }));
    };
    started.postMessage(openRequestOf(node.name, { sizeBytes: node.sizeBytes ?? 0, url, isWorkbook }));
    return () => {
      limit.end();
      started.terminate();
    };
  }, [node.name, node.sizeBytes, url, isWorkbook, resolve]);

  const rowCount = state.found ?? state.total;
  const need = (first: number, last: number): void => {
    for (let block = Math.floor(first / BLOCK_ROWS); block <= Math.floor(last / BLOCK_ROWS); block += 1) {
      // The last block grows while the file is read.
      const expected = Math.min(BLOCK_ROWS, rowCount - block * BLOCK_ROWS);
      const loaded = state.blocks.get(block)?.length ?? -1;
      if (loaded >= expected || requested.current.has(block)) continue;
      requested.current.add(block);
      const request = {
        type: 'rows',
        view: state.view,
        first: block * BLOCK_ROWS,
        count: BLOCK_ROWS,
      } as const;
      worker.current?.postMessage(request satisfies TableRequest);
    }
  };
  const order = (wish: Order): void => {
    lastView.current += 1;
    const view = lastView.current;
    setState((now) => ({ ...now, isOrdering: true }));
    worker.current?.postMessage({ type: 'order', view, wish } satisfies TableRequest);
  };
  const choose = (sheet: number): void => {
    lastView.current += 1;
    const view = lastView.current;
    requested.current.clear();
    setState(({ sheets }) => ({ ...START, sheets, sheet, view }));
    worker.current?.postMessage({ type: 'sheet', view, sheet } satisfies TableRequest);
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

/** Only the wait for the table's own work is limited, not the wait for bytes. */
function createLimit(onOver: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => clearTimeout(timer);
  return {
    end,
    note: ({ type }: TableMessage): void => {
      end();
      if (type === 'fetched') timer = setTimeout(onOver, FIRST_ROWS_MS);
    },
  };
}

type OpenRequest = Extract<TableRequest, { type: 'open' }>;

function openRequestOf(name: string, rest: Omit<OpenRequest, 'type' | 'delimiter'>): OpenRequest {
  const delimiter = /^(?:tsv|tab)$/.test(extensionOf(name) ?? '') ? '\t' : undefined;
  return { type: 'open', delimiter, ...rest };
}

interface Beginning {
  readonly resolve: (rows: readonly TableRow[]) => void;
  readonly ask: Table['beginning'];
}

function useBeginning(worker: RefObject<Worker | undefined>): Beginning {
  const pending = useRef<(rows: readonly TableRow[]) => void>(undefined);
  return {
    resolve: useCallback((rows) => pending.current?.(rows), []),
    ask: async (count) => {
      const { promise, resolve } = Promise.withResolvers<readonly TableRow[]>();
      pending.current = resolve;
      worker.current?.postMessage({ type: 'beginning', count } satisfies TableRequest);
      return await promise;
    },
  };
}

function reduce(now: TableState, message: TableMessage): TableState {
  switch (message.type) {
    case 'facts':
      return { ...now, facts: message.facts };
    case 'read':
      return { ...now, total: message.rows, isDone: message.isDone, truncation: message.truncation };
    case 'failed':
      return { ...now, isFailed: true, reason: message.reason };
    case 'sheets':
      return { ...now, sheets: message.names };
    case 'ordered':
      return { ...now, view: message.view, found: message.rows, isOrdering: false, blocks: new Map() };
    case 'beginning':
    case 'fetched':
      return now;
    case 'rows': {
      if (message.view !== now.view) return now;
      const recent = Array.from(now.blocks).slice(-BLOCKS_MAX);
      return { ...now, blocks: new Map([...recent, [message.first / BLOCK_ROWS, message.rows] as const]) };
    }
  }
}
