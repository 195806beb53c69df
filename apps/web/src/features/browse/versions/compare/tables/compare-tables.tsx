import type { NodeView } from '@coffer/contracts';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { fetchFileBytes } from '../../../../../api/file-bytes.ts';
import { versionUrlQuery } from '../../../../../api/details/version-contents.ts';
import { useQuery } from '../../../../../api/calls/use-query.ts';
import type { Version } from '../../../../../api/versions.ts';
import { useFormats } from '../../../../../lib/language/format.ts';
import { runInWorker, type TaskEnd } from '../../../../../lib/workers/run-in-worker.ts';
import { Muted } from '../../../../../ui/page/stack.tsx';
import { isWorkbook } from '../comparable.ts';
import compare from '../compare.module.css';
import { useText as useCompareText } from '../texts.ts';
import {
  type ComparedCell,
  type ComparedColumn,
  type ComparedRow,
  isChanged,
  type TableDiff,
} from './table-diff.ts';
import styles from './tables.module.css';
import type { TablesAnswer, TablesRequest } from './tables-protocol.ts';
import workerUrl from './tables.worker.ts?worker&url';
import { useText } from './texts.ts';

/** The time that the comparison may take. Fetching the files has no limit. */
const LIMIT_MS = 30_000;
const ROWS_MAX = 1_000;
const ROWS_AROUND = 2;
const CELL_LENGTH_MAX = 500;

interface CompareTablesProps {
  readonly node: NodeView;
  readonly older: Version;
  readonly newer: Version;
}

export function CompareTables({ node, older, newer }: CompareTablesProps) {
  const text = useCompareText();
  const before = useQuery(versionUrlQuery(node.id, older.id));
  const after = useQuery(versionUrlQuery(node.id, newer.id));
  const isSheet = isWorkbook(node);
  const end = useComparison(before.data, after.data, isSheet);
  if (before.failure !== undefined || after.failure !== undefined)
    return <Muted>{text('compare.failed')}</Muted>;
  if (end === undefined) return <Muted>{text('compare.loading')}</Muted>;
  if (end === 'failed' || end === 'too slow' || end.did === 'refused')
    return <Muted>{text('compare.failed')}</Muted>;
  return <Compared {...end} isSheet={isSheet} />;
}

function useComparison(
  olderUrl: string | undefined,
  newerUrl: string | undefined,
  isBook: boolean,
): TaskEnd<TablesAnswer> | undefined {
  const [end, setEnd] = useState<TaskEnd<TablesAnswer>>();
  useEffect(() => {
    if (olderUrl === undefined || newerUrl === undefined) return;
    const abort = new AbortController();
    const { signal } = abort;
    const run = async (): Promise<TaskEnd<TablesAnswer>> => {
      const [older, newer] = await Promise.all([
        fetchFileBytes(olderUrl, { signal }),
        fetchFileBytes(newerUrl, { signal }),
      ]);
      const request: TablesRequest = { older, newer, isWorkbook: isBook };
      const transfer = [older.buffer, newer.buffer];
      return await runInWorker(
        { workerUrl, name: 'compare-tables', limitMs: LIMIT_MS, request, transfer },
        signal,
      );
    };
    const start = async (): Promise<void> => {
      const [ran] = await Promise.allSettled([run()]);
      if (!signal.aborted) setEnd(ran.status === 'fulfilled' ? ran.value : 'failed');
    };
    void start();
    return () => abort.abort();
  }, [olderUrl, newerUrl, isBook]);
  return end;
}

interface ComparedProps {
  readonly diff: TableDiff;
  readonly isCut: boolean;
  readonly isSheet: boolean;
}

function Compared({ diff, isCut, isSheet }: ComparedProps) {
  const text = useText();
  const { number } = useFormats();
  const parts = useMemo(() => foldUnchanged(diff.rows), [diff.rows]);
  const countOf = (change: ComparedRow['change']): number =>
    diff.rows.filter((row) => row.change === change).length;
  const columnsOf = (change: ComparedColumn['change']): number =>
    diff.columns.filter((column) => column.change === change).length;
  const [added, removed] = [countOf('added'), countOf('removed')];
  const columns = { added: columnsOf('added'), removed: columnsOf('removed') };
  const renamed = columnsOf('renamed');
  const isSame = added + removed + diff.changedCells + columns.added + columns.removed + renamed === 0;
  const hidden = parts.reduce((sum, part) => sum + (part.isFolded ? 0 : part.hidden), 0);
  const facts = [
    isSame
      ? text('tables.same')
      : text('tables.summary', {
          added: number(added),
          removed: number(removed),
          cells: number(diff.changedCells),
        }),
    ...(columns.added + columns.removed > 0
      ? [text('tables.columns', { added: number(columns.added), removed: number(columns.removed) })]
      : []),
    ...(renamed > 0 ? [text('tables.headings', { renamed: number(renamed) })] : []),
    ...(isSheet ? [text('tables.sheet')] : []),
    ...(isCut ? [text('tables.cut')] : []),
  ];
  return (
    <>
      <Muted>{facts.join(' ')}</Muted>
      {!isSame && (
        <section
          aria-label={text('tables.region')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- rows that scroll must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className={compare['scroller']}
        >
          <table className={styles['cells']}>
            <thead>
              <tr>
                <th scope="col">{text('tables.line')}</th>
                {diff.columns.map((column, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the columns never change their order
                  <th key={at} scope="col" data-change={column.change}>
                    <Heading column={column} />
                  </th>
                ))}
              </tr>
            </thead>
            {parts.map((part, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts never change their order
              <Part key={at} part={part} columns={diff.columns.length} />
            ))}
          </table>
          {hidden > 0 && <More count={hidden} />}
        </section>
      )}
    </>
  );
}

function Heading({ column: { name, before, change } }: { readonly column: ComparedColumn }) {
  const text = useText();
  if (change === 'renamed') return <Words cell={{ before, after: name }} />;
  return (
    <>
      <bdi>{name}</bdi>
      {change !== 'same' && <small> {text(`tables.${change}`)}</small>}
    </>
  );
}

interface RowsPart {
  readonly isFolded: boolean;
  readonly rows: readonly ComparedRow[];
  /** Number of rows beyond the limit of a page. */
  readonly hidden: number;
}

/** Unchanged rows are collapsed, except those next to a change. */
function foldUnchanged(rows: readonly ComparedRow[]): readonly RowsPart[] {
  const near = rows.map((_, at) =>
    rows.slice(Math.max(0, at - ROWS_AROUND), at + ROWS_AROUND + 1).some(({ change }) => change !== 'same'),
  );
  const parts: RowsPart[] = [];
  let left = ROWS_MAX;
  for (let from = 0; from < rows.length; ) {
    const isFar = near[from] === false;
    const next = near.indexOf(isFar, from);
    const end = next < 0 ? rows.length : next;
    const part = rows.slice(from, end);
    // A single row takes no more space than the placeholder of a collapsed part.
    const isFolded = isFar && part.length > 1;
    const shown = isFolded ? part.length : Math.min(part.length, left);
    if (!isFolded) left -= shown;
    parts.push({ isFolded, rows: part.slice(0, shown), hidden: part.length - shown });
    from = end;
  }
  return parts;
}

function Part({ part, columns }: { readonly part: RowsPart; readonly columns: number }) {
  const text = useText();
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const hidden = part.isFolded ? part.rows.length - ROWS_MAX : 0;
  if (part.isFolded && !isOpen) {
    const count = part.rows.length;
    return (
      <tbody>
        <tr>
          <td colSpan={columns + 1} className={styles['folded']}>
            <button type="button" onClick={() => setOpen(true)}>
              {text('tables.folded', { count, number: number(count) })}
            </button>
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      {part.rows.slice(0, ROWS_MAX).map((row) => (
        <Line key={`${row.before} ${row.after}`} row={row} />
      ))}
      {hidden > 0 && (
        <tr>
          <td colSpan={columns + 1}>
            <More count={hidden} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

function More({ count }: { readonly count: number }) {
  const text = useText();
  const { number } = useFormats();
  return <Muted>{text('tables.more', { count, number: number(count) })}</Muted>;
}

function Line({ row }: { readonly row: ComparedRow }) {
  const text = useText();
  const { number } = useFormats();
  const { change, cells } = row;
  return (
    <tr data-change={change}>
      <th scope="row">
        {number(row.after ?? row.before ?? 0)}
        {(change === 'added' || change === 'removed') && (
          <span className="visually-hidden"> {text(`tables.${change}`)}</span>
        )}
      </th>
      {cells.map((cell, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the cells never change their order
        <td key={at} data-changed={isChanged(cell) || undefined}>
          <Words cell={cell} />
        </td>
      ))}
    </tr>
  );
}

function Words({ cell }: { readonly cell: ComparedCell }): ReactNode {
  const { before, after } = cell;
  if (!isChanged(cell)) {
    if (before === undefined && after !== undefined) return <ins dir="auto">{shortened(after)}</ins>;
    if (after === undefined && before !== undefined) return <del dir="auto">{shortened(before)}</del>;
    return <span dir="auto">{shortened(after ?? '')}</span>;
  }
  return (
    <>
      <del dir="auto">{shortened(before ?? '')}</del> <ins dir="auto">{shortened(after ?? '')}</ins>
    </>
  );
}

function shortened(words: string): string {
  return words.length > CELL_LENGTH_MAX ? `${words.slice(0, CELL_LENGTH_MAX)}…` : words;
}
