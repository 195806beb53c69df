/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are positioned absolutely, which removes the meaning of table elements; roles restore it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { LazyMenu } from '../../overlays/index.ts';
import type { HeadingPlace } from '../grid-types.ts';
import { topOf } from './line-place.ts';
import type { GroupRange, GroupWords, RowGroup } from './group-lines.ts';
import styles from './group-heading.module.css';
import { Suspense } from '../../loading/lazy.tsx';

interface GroupHeadingProps extends HeadingPlace {
  readonly group: GroupRange;
  readonly groups: readonly RowGroup[];
  readonly words: GroupWords;
  readonly onGoTo: (at: number) => void;
}

/** Stays visible while rows of its group are. Its menu leads to the other groups. */
export function GroupHeading(props: GroupHeadingProps) {
  const { lines, group, groups, words, cellCount } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const choose = useChosen(isOpen, props.onGoTo);
  const { rowHeight } = lines.geometry;
  const first = Math.max(group.headingLine, lines.shown.first);
  const last = Math.min(group.headingLine + 1 + group.last - group.first, lines.shown.last);
  const top = topOf(lines, first);
  const { label = '', count = 0 } = groups[group.at] ?? {};
  const isTopmost = group.headingLine <= lines.shown.first || group.at === 0;
  return (
    <div
      className={styles['group']}
      style={{ insetBlockStart: top, blockSize: (last - first + 1) * rowHeight }}
    >
      <div role="row" aria-rowindex={group.headingLine + 2} className={styles['heading']}>
        <div
          role="rowheader"
          aria-label={`${label} ${words.count(count)}`}
          aria-colindex={1}
          aria-colspan={cellCount}
          className={styles['cell']}
        >
          <button
            type="button"
            ref={button}
            aria-haspopup="menu"
            tabIndex={isTopmost ? 0 : -1}
            title={words.menu}
            className={styles['button']}
            onClick={() => setOpen(true)}
          >
            <span className={styles['label']}>{label}</span>
            <span className={styles['count']}>{words.count(count)}</span>
          </button>
        </div>
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <LazyMenu
            label={words.menu}
            triggerRef={button}
            entries={groups.map((each, at) => ({
              id: `${at}`,
              label: each.label,
              isChosen: at === group.at,
            }))}
            onAction={(id) => choose(Number(id))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** A closing menu returns the focus in the next frame; only after that may the focus move to the group. */
function useChosen(isOpen: boolean, onGoTo: (at: number) => void): (at: number) => void {
  const chosen = useRef<number | undefined>(undefined);
  const go = useEffectEvent(onGoTo);
  useEffect(() => {
    const at = chosen.current;
    if (isOpen || at === undefined) return;
    chosen.current = undefined;
    requestAnimationFrame(() => go(at));
  }, [isOpen]);
  return (at) => {
    chosen.current = at;
  };
}
