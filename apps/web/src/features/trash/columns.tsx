import type { TrashEntry } from '@coffer/contracts';
import type { ReactNode } from 'react';
import type { Formats } from '../../lib/language/format.ts';
import type { GridColumn } from '../../ui/grid/index.ts';
import type { TrashText } from './texts.ts';
import cell from '../../ui/listing/named-cell.module.css';
import styles from './trash.module.css';

interface ColumnOptions {
  readonly text: TrashText;
  readonly formats: Formats;
  readonly now: Date;
  readonly rootName: string;
  /** In a personal space, all items were deleted by the same person. */
  readonly isShared: boolean;
  /** Decorative. */
  readonly renderMark: (node: TrashEntry['node']) => ReactNode;
}

export function columnsOf(options: ColumnOptions): readonly GridColumn<TrashEntry>[] {
  const { text, formats, now, rootName, isShared, renderMark } = options;
  const sizeOf = ({ node }: TrashEntry): string =>
    node.sizeBytes === null ? text('trash.none') : formats.size(node.sizeBytes);
  return [
    {
      id: 'name',
      label: text('trash.column.name'),
      width: 'minmax(0, 1fr)',
      isRowHeader: true,
      isSortable: true,
      render: (entry) => (
        <span className={cell['name']}>
          {renderMark(entry.node)}
          <span className={cell['words']}>
            <bdi className={cell['text']}>{entry.node.name}</bdi>
            <span className={cell['details']}>
              {entry.node.sizeBytes !== null && `${sizeOf(entry)} · `}
              <bdi>{folderOf(rootName, entry)}</bdi>
              {entry.goesAt !== null && (
                <span className={styles['goes']}>
                  {' · '}
                  {text('trash.until', { date: formats.date(entry.goesAt) })}
                </span>
              )}
            </span>
          </span>
        </span>
      ),
    },
    {
      id: 'from',
      label: text('trash.column.from'),
      width: isShared ? 'minmax(0, 10rem)' : 'minmax(0, 12rem)',
      hideBelow: 760,
      isSortable: true,
      render: (entry) => (
        <bdi className={cell['quiet']} title={placeOf(rootName, entry)}>
          {folderOf(rootName, entry)}
        </bdi>
      ),
    },
    ...(isShared ? [deletedByColumn(text)] : []),
    {
      id: 'trashed',
      label: text('trash.column.trashed'),
      width: '9.5rem',
      hideBelow: 900,
      isSortable: true,
      firstDirection: 'descending',
      render: ({ node }) =>
        node.trashedAt !== null && (
          <time dateTime={node.trashedAt} title={formats.dateTime(node.trashedAt)} className={cell['quiet']}>
            {formats.friendlyDate(node.trashedAt, now)}
          </time>
        ),
    },
    {
      id: 'size',
      label: text('trash.column.size'),
      width: '7rem',
      align: 'end',
      hideBelow: 640,
      isSortable: true,
      firstDirection: 'descending',
      render: (entry) => <span className={cell['quiet']}>{sizeOf(entry)}</span>,
    },
    {
      id: 'goes',
      label: text('trash.column.goes'),
      width: '8.25rem',
      hideBelow: 480,
      render: ({ goesAt }) =>
        goesAt === null ? (
          <span className={cell['quiet']}>{text('trash.heldUntil')}</span>
        ) : (
          <time dateTime={goesAt} className={cell['quiet']}>
            {formats.date(goesAt)}
          </time>
        ),
    },
  ];
}

function deletedByColumn(text: TrashText): GridColumn<TrashEntry> {
  return {
    id: 'deletedBy',
    label: text('trash.column.deletedBy'),
    width: 'minmax(0, 8.5rem)',
    hideBelow: 980,
    isSortable: true,
    render: ({ deletedBy }) => (
      <bdi className={cell['quiet']} title={deletedBy ?? undefined}>
        {deletedBy ?? text('trash.deletedAccount')}
      </bdi>
    ),
  };
}

/** The name of the folder that the item was in. There is no room for the path. */
function folderOf(rootName: string, { from }: TrashEntry): string {
  return (from.length > 1 ? from.at(-1) : undefined) ?? rootName;
}

export function placeOf(rootName: string, entry: TrashEntry): string {
  return [rootName, ...entry.from.slice(1)].join(' / ');
}
