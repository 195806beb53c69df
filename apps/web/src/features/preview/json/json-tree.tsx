/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are positioned absolutely; roles give them the meaning of a tree. */
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { physicalHeight } from '../../../lib/ranges/scaled-scroll.ts';
import { useCoarsePointer } from '../../../ui/grid/index.ts';
import { Icon } from '../../../ui/marks/icon.tsx';
import { type JsonIndex, KIND } from './json-index.ts';
import { isContainer, nameOf, formatValue } from './json-rows.ts';
import { useRowViewport } from '../use-row-viewport.ts';
import styles from './json.module.css';
import { useText } from './texts.ts';

interface JsonTreeProps {
  readonly label: string;
  readonly index: JsonIndex;
  readonly isOpen: Uint8Array;
  readonly rows: Int32Array;
  readonly active: number;
  readonly onActive: (value: number) => void;
  readonly onToggle: (value: number) => void;
}

const ROW_PX = { fine: 26, coarse: 44 };
const INDENTS_MAX = 30;

export function JsonTree({ label, index, isOpen, rows, active, onActive, onToggle }: JsonTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const rowHeight = useCoarsePointer() ? ROW_PX.coarse : ROW_PX.fine;
  const rowCount = rows.length;
  const { size, viewport } = useRowViewport({ scroller, header }, { rowCount, rowHeight, hasHeader: false });
  const go = (row: number): void => {
    const place = Math.min(rowCount - 1, Math.max(0, row));
    onActive(rows[place] ?? 0);
    viewport.reveal(place);
  };
  const pageRows = Math.max(1, Math.floor(size.height / rowHeight) - 1);
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isRightToLeft = document.documentElement.dir === 'rtl';
    const row = rowOf(rows, active);
    const step = stepOf({ index, isOpen, active }, event.key, isRightToLeft);
    if (step === 'toggle') onToggle(active);
    else if (step === 'parent') go(rowOf(rows, index.parent[active] ?? 0));
    else {
      const by: Readonly<Record<string, number>> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: pageRows,
        PageUp: -pageRows,
        Home: -rowCount,
        End: rowCount,
      };
      const rowsOn = step === 'child' ? 1 : by[event.key];
      if (rowsOn === undefined && step !== 'stay') return;
      go(row + (rowsOn ?? 0));
    }
    event.preventDefault();
  };
  const { first, last, offset } = viewport.shown;
  const shown = Array.from(
    { length: Math.max(0, Math.min(last, rowCount - 1) - first + 1) },
    (_, at) => first + at,
  );
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      aria-activedescendant={`value-${active}`}
      tabIndex={0}
      className={styles['tree']}
      onKeyDown={handleKey}
      {...viewport.events}
    >
      <div role="none" className={styles['rows']} style={{ blockSize: physicalHeight(viewport.geometry) }}>
        {shown.map((place) => {
          const value = rows[place] ?? 0;
          return (
            <Row
              key={value}
              index={index}
              value={value}
              isActive={value === active}
              isOpen={isOpen[value] !== 0}
              style={{ insetBlockStart: place * rowHeight + offset, blockSize: rowHeight }}
              onPress={() => {
                onActive(value);
                if (isContainer(index, value)) onToggle(value);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** What a key of the ARIA tree pattern does. Undefined for other keys. */
function stepOf(
  { index, isOpen, active }: Pick<JsonTreeProps, 'index' | 'isOpen' | 'active'>,
  key: string,
  isRightToLeft: boolean,
): 'toggle' | 'parent' | 'child' | 'stay' | undefined {
  const canOpen = isContainer(index, active) && (index.count[active] ?? 0) > 0;
  const isNowOpen = canOpen && isOpen[active] !== 0;
  if (key === 'Enter' || key === ' ') return canOpen ? 'toggle' : 'stay';
  const [inwards, outwards] = isRightToLeft ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  if (key === inwards) return isNowOpen ? 'child' : canOpen ? 'toggle' : 'stay';
  if (key === outwards) return isNowOpen ? 'toggle' : active > 0 ? 'parent' : 'stay';
  return undefined;
}

/** Finds the row of a value by binary search, because rows are sorted. */
function rowOf(rows: Int32Array, value: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((rows[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface RowProps {
  readonly index: JsonIndex;
  readonly value: number;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly style: { readonly insetBlockStart: number; readonly blockSize: number };
  readonly onPress: () => void;
}

const KINDS = ['object', 'array', 'text', 'number', 'word'] as const;

function Row({ index, value, isActive, isOpen, style, onPress }: RowProps) {
  const text = useText();
  const depth = index.depth[value] ?? 0;
  const count = index.count[value] ?? 0;
  const canOpen = isContainer(index, value) && count > 0;
  const name = nameOf(index, value) ?? (depth === 0 ? undefined : String(index.position[value] ?? 0));
  const kind = index.kind[value] ?? KIND.word;
  const words =
    kind === KIND.object
      ? text('json.object', { count })
      : kind === KIND.array
        ? text('json.array', { count })
        : formatValue(index, value);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the tree has the focus and handles the keys
    <div
      id={`value-${value}`}
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={(index.position[value] ?? 0) + 1}
      aria-setsize={depth === 0 ? 1 : (index.count[index.parent[value] ?? 0] ?? 1)}
      aria-expanded={canOpen ? isOpen : undefined}
      aria-selected={isActive}
      className={styles['row']}
      style={{ ...style, paddingInlineStart: `${Math.min(depth, INDENTS_MAX) * 18 + 12}px` }}
      onClick={onPress}
    >
      <span className={styles['turn']} aria-hidden="true">
        {canOpen && <Icon of={isOpen ? ChevronDown : ChevronRight} size={16} isMirrored />}
      </span>
      {name !== undefined && (
        <span className={styles['name']} data-place={index.name[value] === -1 || undefined}>
          <bdi>{name}</bdi>:
        </span>
      )}
      <bdi className={styles['value']} data-kind={KINDS[kind]}>
        {words}
      </bdi>
    </div>
  );
}
