import { type ReactNode, useMemo, useState } from 'react';
import { useFormats } from '../../../../lib/language/format.ts';
import { Muted } from '../../../../ui/page/stack.tsx';
import styles from './compare.module.css';
import { countChanges, type DiffPart, type DiffRow, diffLines, foldRows } from './line-diff.ts';
import { useText } from './texts.ts';

interface Side {
  readonly number: number;
  readonly text: string;
}

interface CompareTextsProps {
  readonly older: Side;
  readonly newer: Side;
  readonly isCut: boolean;
}

const ROWS_MAX = 3_000;
const LINE_LENGTH_MAX = 2_000;

export function CompareTexts({ older, newer, isCut }: CompareTextsProps) {
  const text = useText();
  const { number } = useFormats();
  const rows = useMemo(() => diffLines(older.text, newer.text), [older.text, newer.text]);
  const parts = useMemo(() => foldRows(rows), [rows]);
  const { removed, added } = countChanges(rows);
  const isSame = removed === 0 && added === 0;
  return (
    <>
      <Muted>
        {isSame
          ? text('compare.same')
          : text('compare.changes', { removed: number(removed), added: number(added) })}
        {isCut && ` ${text('compare.cut')}`}
      </Muted>
      {!isSame && (
        <section
          aria-label={text('compare.lines')}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lines that scroll must be reachable by keyboard (WCAG 2.1.1)
          tabIndex={0}
          className={styles['scroller']}
        >
          <table className={styles['lines']}>
            <colgroup>
              <col className={styles['numbers']} />
              <col />
              <col className={styles['numbers']} />
              <col />
            </colgroup>
            <thead>
              <tr>
                <th colSpan={2} scope="colgroup">
                  {text('compare.version', { number: number(older.number) })}
                </th>
                <th colSpan={2} scope="colgroup">
                  {text('compare.version', { number: number(newer.number) })}
                </th>
              </tr>
            </thead>
            {shortened(parts).map((part, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the parts never change their order
              <Part key={index} part={part} />
            ))}
          </table>
        </section>
      )}
    </>
  );
}

/** Limits the rows, because a page cannot render more. */
function shortened(parts: readonly DiffPart[]): readonly DiffPart[] {
  let left = ROWS_MAX;
  return parts.flatMap((part) => {
    if (part.isFolded) return [part];
    const rows = part.rows.slice(0, Math.max(0, left));
    left -= rows.length;
    return rows.length === 0 ? [] : [{ ...part, rows }];
  });
}

function Part({ part }: { readonly part: DiffPart }) {
  const text = useText();
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  if (part.isFolded && !isOpen) {
    const count = part.rows.length;
    return (
      <tbody>
        <tr>
          <td colSpan={4} className={styles['folded']}>
            <button type="button" onClick={() => setOpen(true)}>
              {text('compare.folded', { count, number: number(count) })}
            </button>
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      {part.rows.slice(0, ROWS_MAX).map((row) => (
        <Line key={`${row.before?.number} ${row.after?.number}`} row={row} />
      ))}
    </tbody>
  );
}

function Line({ row: { isSame, before, after } }: { readonly row: DiffRow }) {
  const { number } = useFormats();
  const cell = (line: DiffRow['before'], kind: 'del' | 'ins'): ReactNode => (
    <>
      <td className={styles['number']}>{line !== undefined && number(line.number)}</td>
      <td data-kind={isSame || line === undefined ? undefined : kind} className={styles['text']}>
        {line !== undefined && <Words kind={isSame ? undefined : kind} text={line.text} />}
      </td>
    </>
  );
  return (
    <tr>
      {cell(before, 'del')}
      {cell(after, 'ins')}
    </tr>
  );
}

function Words({ kind, text }: { readonly kind: 'del' | 'ins' | undefined; readonly text: string }) {
  const words = text.length > LINE_LENGTH_MAX ? `${text.slice(0, LINE_LENGTH_MAX)}…` : text;
  if (kind === 'del') return <del dir="auto">{words}</del>;
  if (kind === 'ins') return <ins dir="auto">{words}</ins>;
  return <span dir="auto">{words}</span>;
}
