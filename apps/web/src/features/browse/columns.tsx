import type { NodeId, NodeView } from '@coffer/contracts';
import { Star, TriangleAlert } from 'lucide-react';
import type { Formats } from '../../lib/language/format.ts';
import type { Preferences } from '../../lib/preferences.ts';
import type { GridColumn } from '../../ui/grid/index.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './browse.module.css';
import { factColumns } from './facts/fact-columns.tsx';
import { RowFact } from './facts/row-facts.tsx';
import { inOrder } from './column-order/in-order.ts';
import { kindName } from './kinds/file-kind.ts';
import { NodeMark } from './thumbnails/node-mark.tsx';
import type { BrowseText } from './texts.ts';

export interface RowContext {
  readonly text: BrowseText;
  readonly formats: Formats;
  readonly today: Date;
  readonly stars: ReadonlySet<NodeId>;
}

/** Column ids are the sort columns of the API. */
export function columnsOf(
  words: RowContext,
  { hiddenColumns, columnOrder }: Pick<Preferences, 'hiddenColumns' | 'columnOrder'>,
): readonly GridColumn<NodeView>[] {
  return inOrder(allColumns(words), columnOrder).filter(({ id }) => !hiddenColumns.includes(id));
}

function allColumns(words: RowContext): readonly GridColumn<NodeView>[] {
  const { text, formats, today } = words;
  return [
    {
      id: 'name',
      label: text('browse.column.name'),
      width: 'minmax(0, 1fr)',
      isSortable: true,
      isRowHeader: true,
      render: (node) => <NodeName node={node} {...words} />,
    },
    {
      id: 'kind',
      label: text('browse.column.kind'),
      width: '9rem',
      isSortable: true,
      hideBelow: 1120,
      render: (node) => <span className={styles['quiet']}>{kindName(text, node)}</span>,
    },
    {
      id: 'size',
      label: text('browse.column.size'),
      width: '7rem',
      align: 'end',
      isSortable: true,
      firstDirection: 'descending',
      hideBelow: 560,
      render: (node) => (
        <span className={styles['quiet']}>
          {node.sizeBytes === null ? <RowFact node={node} fact="size" /> : formats.size(node.sizeBytes)}
        </span>
      ),
    },
    {
      id: 'modified',
      label: text('browse.column.modified'),
      width: '11rem',
      isSortable: true,
      firstDirection: 'descending',
      hideBelow: 680,
      render: (node) => (
        <time
          dateTime={node.modifiedAt}
          title={formats.dateTime(node.modifiedAt)}
          className={styles['quiet']}
        >
          {formats.friendlyDate(node.modifiedAt, today)}
        </time>
      ),
    },
    ...factColumns(text),
  ];
}

interface NodeNameProps extends RowContext {
  readonly node: NodeView;
}

function NodeName({ node, formats, text, today, stars }: NodeNameProps) {
  return (
    <span className={styles['nodeName']}>
      <NodeMark node={node} />
      <span className={styles['words']}>
        <SplitName node={node} />
        {/* In the place of the columns that a narrow list has no room for. */}
        <span aria-hidden="true" className={styles['facts']}>
          <span>{formats.friendlyDate(node.modifiedAt, today)}</span>
          {node.sizeBytes !== null && (
            <span className={styles['factSize']}>{formats.size(node.sizeBytes)}</span>
          )}
        </span>
      </span>
      {/* Beside the name, but no part of the link's. */}
      <span aria-hidden="true" className={styles['items']}>
        <RowFact node={node} fact={node.kind === 'folder' ? 'items' : 'picture'} />
      </span>
      {stars.has(node.id) && (
        <span className={styles['star']}>
          <Icon of={Star} size={16} />
        </span>
      )}
      {node.isDamaged === true && (
        <span className={styles['damaged']}>
          <Icon of={TriangleAlert} size={16} />
          {text('browse.damaged')}
        </span>
      )}
    </span>
  );
}

/**
 * A long name is shortened in the middle, never at its extension. Screen readers get the whole name, because two boxes
 * would be read as two words.
 */
export function SplitName({ node }: { readonly node: NodeView }) {
  const dot = node.kind === 'file' ? node.name.lastIndexOf('.') : -1;
  const extension = dot > 0 && node.name.length - dot <= 8 ? node.name.slice(dot) : '';
  const stem = extension === '' ? node.name : node.name.slice(0, -extension.length);
  return (
    <>
      <span className="visually-hidden">{node.name}</span>
      {/* WebKit keeps the direction that a bare `bdi` had before its boxes changed, as they do when rows move up. */}
      <bdi dir="auto" aria-hidden="true" className={styles['nodeText']}>
        <span className={styles['stem']}>{stem}</span>
        <span className={styles['extension']}>{extension}</span>
      </bdi>
    </>
  );
}

/** For assistive technology. */
export function rowLabelOf({ text, formats, today, stars }: RowContext, node: NodeView): string {
  const date = formats.friendlyDate(node.modifiedAt, today);
  const row =
    node.kind === 'folder'
      ? text('browse.row.folder', { name: node.name, date })
      : text('browse.row.file', {
          name: node.name,
          kind: kindName(text, node),
          size: formats.size(node.sizeBytes ?? 0),
          date,
        });
  const known = stars.has(node.id) ? text('browse.row.starred', { row }) : row;
  return node.isDamaged === true ? text('browse.row.damaged', { row: known }) : known;
}
