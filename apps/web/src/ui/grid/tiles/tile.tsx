/* oxlint-disable jsx-a11y/prefer-tag-over-role -- tiles are positioned absolutely, which removes the meaning of table elements; roles restore it. */
import { memo, type ReactNode } from 'react';
import type { GridLabels, TileContent } from '../grid-types.ts';
import styles from './tile-grid.module.css';

interface TileProps<Row> {
  readonly id: string;
  readonly index: number;
  readonly column: number;
  readonly row: Row | undefined;
  readonly content: TileContent<Row>;
  readonly labels: GridLabels;
  rowName(row: Row): string;
  rowHref?(row: Row): string;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly isDropTarget: boolean;
  readonly isDraggable: boolean;
  /** See [Note: Plain rows]. */
  readonly isPlain: boolean;
  readonly editor: ReactNode;
}

function TileCell<Row>(props: TileProps<Row>) {
  const { id, index, row, labels, isSelected } = props;
  const name = row === undefined ? '' : props.rowName(row);
  return (
    <div
      role="gridcell"
      data-row={index}
      aria-colindex={props.column + 1}
      aria-selected={isSelected}
      {...(row === undefined
        ? { 'aria-label': labels.loading }
        : { 'aria-labelledby': `${id}-name ${id}-facts` })}
      tabIndex={props.isTabStop ? 0 : -1}
      draggable={props.isDraggable || undefined}
      data-drop={props.isDropTarget || undefined}
      data-plain={props.isPlain || undefined}
      className={styles['tile']}
    >
      <div className={styles['picture']}>
        {row !== undefined && props.content.picture(row, props.isPlain)}
      </div>
      <div className={styles['caption']}>
        {row === undefined ? (
          <span aria-hidden="true" className={styles['skeleton']} />
        ) : (
          <>
            {/* The space separates the words where the caption is read as one text. */}
            {nameOf(props, row)}{' '}
            <div id={`${id}-facts`} className={styles['facts']}>
              {props.content.facts(row, props.isPlain)}
            </div>
          </>
        )}
      </div>
      <span data-part="check" className={styles['check']}>
        <input
          type="checkbox"
          tabIndex={-1}
          readOnly
          checked={isSelected}
          aria-label={row === undefined ? labels.loading : labels.selectRow(name)}
        />
      </span>
      {row !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          data-part="menu"
          aria-haspopup="menu"
          aria-label={labels.rowActions(name)}
          className={styles['more']}
        >
          <span aria-hidden="true" className={styles['dots']} />
        </button>
      )}
    </div>
  );
}

function nameOf<Row>(props: TileProps<Row>, row: Row): ReactNode {
  const id = `${props.id}-name`;
  if (props.editor !== undefined) {
    return (
      <span id={id} data-grid-editor="">
        {props.editor}
      </span>
    );
  }
  const common = { id, tabIndex: -1, className: styles['open'], 'data-part': 'open' };
  const content = props.content.name(row);
  if (props.rowHref === undefined) {
    return (
      <button type="button" {...common}>
        {content}
      </button>
    );
  }
  return (
    <a href={props.rowHref(row)} draggable={false} {...common}>
      {content}
    </a>
  );
}

export const Tile = memo(TileCell);
