import { Search, Table2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useFormats } from '../../../lib/language/format.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { announce } from '../../../ui/feedback/live-regions.ts';
import { Loading } from '../fetching/loading.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { FindField } from '../frame/find-field.tsx';
import bar from '../frame/frame.module.css';
import styles from '../frame/sheet.module.css';
import type { ViewerProps } from '../viewer.ts';
import type { Cell } from './cell-keys.ts';
import { COLUMNS_MAX } from '../../../lib/tables/csv-format.ts';
import type { Order } from './csv-table.ts';
import { PrintButton } from '../find/print-button.tsx';
import { printTable, ROWS_PRINTED_MAX } from './print-table.ts';
import { TableGrid, visible } from './table-grid.tsx';
import type { TableFacts } from './table-protocol.ts';
import { useText } from './texts.ts';
import { type Table, useTable } from './use-table.ts';
import { lazy, Suspense } from '../../../ui/loading/lazy.tsx';

export function TableView(props: ViewerProps) {
  return <AnyTable {...props} isWorkbook={false} />;
}

export function WorkbookView(props: ViewerProps) {
  return <AnyTable {...props} isWorkbook />;
}

function AnyTable({
  node,
  content,
  failed,
  isWorkbook,
  onDownload,
}: ViewerProps & { readonly isWorkbook: boolean }) {
  const text = useText();
  const table = useTable(node, { url: content.url, isWorkbook });
  if (table.isFailed) {
    if (table.reason === undefined) return failed;
    return (
      <Suspense>
        <Unshown why={table.reason} onDownload={onDownload} />
      </Suspense>
    );
  }
  const { facts } = table;
  if (facts === undefined && table.sheets.length < 2) return <Loading label={text('table.opening')} />;
  if (table.isDone && table.total <= 0 && facts?.shape.columns.length === 0 && table.sheets.length < 2)
    return <EmptyState icon={Table2} title={text('table.empty')} text={text('table.emptyText')} />;
  return <OpenTable table={table} facts={facts} name={node.name} />;
}

const Unshown = lazy(async () => ({ default: (await import('../framed/unshown.tsx')).Unshown }));

const FIND_PAUSE_MS = 250;

interface OpenTableProps {
  readonly table: Table;
  /** Undefined while another sheet is opened. */
  readonly facts: TableFacts | undefined;
  readonly name: string;
}

function OpenTable({ table, facts, name }: OpenTableProps) {
  const text = useText();
  const { number } = useFormats();
  const [words, setWords] = useState('');
  const [sort, setSort] = useState<Order['sort']>();
  const [cell, setCell] = useState<Cell>({ row: 0, column: 0 });
  useOrder(table, words, sort);
  const { columns, isNarrowed } = facts?.shape ?? { columns: [], isNarrowed: false };
  const handleSort = (column: number): void =>
    setSort((now) => {
      if (now?.column !== column) return { column, isDown: false };
      return now.isDown ? undefined : { column, isDown: true };
    });
  const isNothing = table.found === 0 && !table.isOrdering && words !== '';
  const count = { count: table.total };
  const status = table.isOrdering
    ? text('table.searching')
    : words === '' || table.found === undefined
      ? text('table.rows', count)
      : text('table.found', { ...count, found: number(table.found) });
  useAnnouncement(table.isOrdering || words === '' ? undefined : status);
  const print = async (): Promise<void> => {
    const rows = await table.beginning(ROWS_PRINTED_MAX);
    printTable({
      head: columns.map((column) => column.name),
      rows: rows.map(({ cells }) => cells.map(visible)),
      note:
        table.rowCount > rows.length
          ? text('table.printedRows', { rows: number(rows.length), count: table.rowCount })
          : undefined,
    });
  };
  const active = cell.row < 0 ? columns[cell.column]?.name : table.row(cell.row)?.cells[cell.column];
  return (
    <div className={styles['view']}>
      <div className={styles['card']}>
        <div className={styles['tools']}>
          <FindField
            label={text('table.find')}
            value={words}
            onValue={(value) => {
              setWords(value);
              setCell({ row: 0, column: cell.column });
            }}
          />
          <Sheets
            table={table}
            onChoose={(sheet) => {
              setWords('');
              setSort(undefined);
              setCell({ row: 0, column: 0 });
              table.choose(sheet);
            }}
          />
          <PrintButton onPrint={() => void print()} />
          <p className={styles['facts']}>{useFacts(facts, table.sheets.length > 0)}</p>
        </div>
        <TruncationBanner table={table} isNarrowed={isNarrowed} />
        <div className={styles['body']}>
          {facts === undefined ? (
            <Spinner size="large" label={text('table.opening')} />
          ) : (
            <TableGrid
              key={table.sheet}
              label={text('table.name', { name })}
              {...{ table, columns, sort, cell }}
              onSort={handleSort}
              onCell={setCell}
            />
          )}
          {isNothing && (
            <div className={styles['nothing']}>
              <EmptyState
                icon={Search}
                title={text('table.nothing', { words })}
                text={text('table.nothingText')}
              />
            </div>
          )}
        </div>
        <footer className={styles['footer']}>
          <p>
            {status}
            {!table.isDone && ` · ${text('table.reading')}`}
          </p>
          <output aria-label={text('table.cell')} className={styles['value']} dir="auto">
            {visible(active ?? '')}
          </output>
        </footer>
      </div>
    </div>
  );
}

function useOrder(table: Table, words: string, sort: Order['sort']): void {
  const orderedSheet = useRef<number>(undefined);
  const order = useEffectEvent((wish: Order) => {
    if (orderedSheet.current !== table.sheet && wish.words === '' && wish.sort === undefined) return;
    orderedSheet.current = table.sheet;
    table.order(wish);
  });
  useEffect(() => {
    const timer = setTimeout(() => order({ words: words.trim(), sort }), FIND_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words, sort]);
}

function useAnnouncement(status: string | undefined): void {
  useEffect(() => {
    if (status !== undefined) announce(status);
  }, [status]);
}

const DELIMITER_NAMES = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const;

interface SheetsProps {
  readonly table: Table;
  readonly onChoose: (sheet: number) => void;
}

function Sheets({ table: { sheets, sheet }, onChoose }: SheetsProps) {
  const text = useText();
  if (sheets.length < 2) return null;
  return (
    <fieldset aria-label={text('table.sheets')} className={classes(bar['modes'], styles['sheets'])}>
      {sheets.map((name, index) => (
        <button
          key={index}
          type="button"
          className={bar['mode']}
          aria-pressed={index === sheet}
          onClick={() => onChoose(index)}
        >
          <bdi>{name}</bdi>
        </button>
      ))}
    </fieldset>
  );
}

function useFacts(facts: TableFacts | undefined, isWorkbook: boolean): string {
  const text = useText();
  if (isWorkbook || facts === undefined) return text('table.valuesOnly');
  const { delimiter, encoding, shape } = facts;
  return text('table.facts', {
    delimiter: text(`table.${DELIMITER_NAMES[delimiter]}`),
    encoding: encoding
      .replace('windows', 'Windows')
      .replace(/^utf/, 'UTF')
      .toUpperCase()
      .replace('WINDOWS', 'Windows'),
    header: text(shape.hasHeader ? 'table.header' : 'table.noHeader'),
  });
}

function TruncationBanner({ table, isNarrowed }: { readonly table: Table; readonly isNarrowed: boolean }) {
  const text = useText();
  const { number } = useFormats();
  const notes = [
    table.truncation === 'rows' && text('table.cutRows', { rows: number(table.total) }),
    table.truncation === 'bytes' && text('table.cutBytes'),
    isNarrowed && text('table.cutColumns', { columns: number(COLUMNS_MAX) }),
  ].filter((note) => note !== false);
  if (notes.length === 0) return <div />;
  return <Banner tone="info">{notes.join(' ')}</Banner>;
}
