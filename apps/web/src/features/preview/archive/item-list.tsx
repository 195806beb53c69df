/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are positioned absolutely, which removes the meaning of table elements; roles restore it. */
import { Download, File, Folder, Link as LinkIcon, Lock } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormats } from '../../../lib/language/format.ts';
import { physicalHeight } from '../../../lib/ranges/scaled-scroll.ts';
import { useCoarsePointer } from '../../../ui/grid/index.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { useRowViewport } from '../use-row-viewport.ts';
import styles from './archive.module.css';
import { type ArchiveItem, savedName } from './item.ts';
import { useText } from './texts.ts';

export interface FilteredItem {
  readonly item: ArchiveItem;
  /** Index in the archive. */
  readonly index: number;
}

interface ItemListProps {
  readonly label: string;
  readonly filtered: readonly FilteredItem[];
  readonly onExtract: ((index: number) => void) | undefined;
}

const ROW_PX = { fine: 40, coarse: 56 };

export function ItemList({ label, filtered, onExtract }: ItemListProps) {
  const text = useText();
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const rowHeight = useCoarsePointer() ? ROW_PX.coarse : ROW_PX.fine;
  const rowCount = filtered.length;
  const { size, viewport } = useRowViewport({ scroller, header }, { rowCount, rowHeight, hasHeader: true });
  const [lastActive, setActive] = useState(0);
  const active = Math.min(lastActive, Math.max(0, rowCount - 1));
  const pageRows = Math.max(1, Math.floor(size.height / rowHeight) - 1);
  const handleKey = (event: KeyboardEvent): void => {
    const entry = filtered[active];
    if (event.key === 'Enter' && entry?.item.kind === 'file') onExtract?.(entry.index);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: pageRows,
      PageUp: -pageRows,
      Home: -rowCount,
      End: rowCount,
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey) return;
    event.preventDefault();
    const next = Math.min(rowCount - 1, Math.max(0, active + step));
    setActive(next);
    viewport.reveal(next);
  };
  const { first, last, offset } = viewport.shown;
  const rows = Array.from(
    { length: Math.max(0, Math.min(last, rowCount - 1) - first + 1) },
    (_, at) => first + at,
  );
  const columns = ['name', 'size', 'modified', 'save'] as const;
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={label}
      aria-rowcount={rowCount + 1}
      aria-activedescendant={rowCount === 0 ? undefined : `item-${active}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the list is a single tab stop
      tabIndex={0}
      className={styles['list']}
      onKeyDown={handleKey}
      {...viewport.events}
    >
      <div ref={header} role="row" aria-rowindex={1} className={styles['header']}>
        {columns.map((id) => (
          <div key={id} role="columnheader">
            <span className={id === 'save' ? 'visually-hidden' : undefined}>
              {text(`archive.column.${id}`)}
            </span>
          </div>
        ))}
      </div>
      <div
        role="rowgroup"
        className={styles['rows']}
        style={{ blockSize: physicalHeight(viewport.geometry) }}
      >
        {rows.map((row) => {
          const entry = filtered[row];
          if (entry === undefined) return null;
          return (
            <Row
              key={row}
              row={row}
              item={entry.item}
              isActive={row === active}
              top={row * rowHeight + offset}
              height={rowHeight}
              onPress={() => setActive(row)}
              onExtract={onExtract === undefined ? undefined : () => onExtract(entry.index)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface RowProps {
  readonly row: number;
  readonly item: ArchiveItem;
  readonly isActive: boolean;
  readonly top: number;
  readonly height: number;
  readonly onPress: () => void;
  readonly onExtract: (() => void) | undefined;
}

const ICONS = { file: File, folder: Folder, link: LinkIcon } as const;

function Row({ row, item, isActive, top, height, onPress, onExtract }: RowProps) {
  const text = useText();
  const { size, dateTime } = useFormats();
  const name = savedName(item.path);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid has the focus and handles the keys
    <div
      id={`item-${row}`}
      role="row"
      aria-rowindex={row + 2}
      aria-selected={isActive}
      className={styles['row']}
      style={{ insetBlockStart: top, blockSize: height }}
      onClick={onPress}
    >
      <div role="gridcell" className={styles['path']} title={item.path}>
        <Icon of={ICONS[item.kind]} size={18} />
        <bdi>{item.path}</bdi>
        {item.isEncrypted && (
          <span className={styles['lock']}>
            <Icon of={Lock} size={16} />
            <span className="visually-hidden">{text('archive.encrypted')}</span>
          </span>
        )}
      </div>
      <div role="gridcell">{item.kind === 'file' && size(item.sizeBytes)}</div>
      <div role="gridcell">{item.modifiedMs !== undefined && dateTime(new Date(item.modifiedMs))}</div>
      <div role="gridcell">
        {item.kind === 'file' && onExtract !== undefined && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={text('archive.save', { name })}
            title={text('archive.save', { name })}
            className={styles['save']}
            onClick={onExtract}
          >
            <Icon of={Download} size={18} />
          </button>
        )}
      </div>
    </div>
  );
}
